import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.alloy4.Err;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.ast.Expr;
import edu.mit.csail.sdg.ast.Sig;
import edu.mit.csail.sdg.parser.CompModule;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.A4TupleSet;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs the first command of each file with Alloy, without symmetry breaking, and prints a line for it: the file, the verdict and the number of different
 * values of all signatures and fields, or "?" where there are more solutions than the limit.
 *
 * <p>java -cp ALLOY.jar Count.java LIMIT wrap|prevent FILE...
 */
public class Count {
    public static void main(String[] args) {
        long limit = Long.parseLong(args[0]);
        boolean prevent = args[1].equals("prevent");
        for (int i = 2; i < args.length; i++) {
            System.out.println(args[i] + "\t" + patiently(args[i], limit, prevent));
        }
        // Whoever took too long is still at it.
        System.exit(0);
    }

    /** The answer, if it comes within a minute. */
    static String patiently(String file, long limit, boolean prevent) {
        String[] found = {"FAULT\ttook too long"};
        Thread work = new Thread(null, () -> found[0] = answer(file, limit, prevent), "answer", 64L << 20);
        work.setDaemon(true);
        work.start();
        try {
            work.join(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return found[0];
    }

    static String answer(String file, long limit, boolean prevent) {
        try {
            CompModule module = CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, file);
            A4Options options = new A4Options();
            options.symmetry = 0;
            options.skolemDepth = 0;
            options.noOverflow = prevent;
            Command command = module.getAllCommands().get(0);
            A4Solution solution =
                    TranslateAlloyToKodkod.execute_command(A4Reporter.NOP, module.getAllReachableSigs(), command, options);
            if (!solution.satisfiable()) {
                return "UNSAT\t0";
            }
            Set<String> values = new TreeSet<>();
            for (long n = 0; solution.satisfiable(); n++, solution = solution.next()) {
                if (n == limit) {
                    return "SAT\t?";
                }
                values.add(value(solution));
            }
            return "SAT\t" + values.size();
        } catch (Err error) {
            return "ERROR\t" + error.pos.y + ":" + error.pos.x + " " + error.msg.replaceAll("\\s+", " ");
        } catch (Throwable fault) {
            return "FAULT\t" + fault.getClass().getSimpleName();
        }
    }

    /** What all signatures and fields hold, in atoms of the solver, which keep their names from one solution to the next. */
    static String value(A4Solution solution) {
        StringBuilder text = new StringBuilder();
        for (Sig sig : solution.getAllReachableSigs()) {
            text.append(tuples(solution, sig));
            for (Sig.Field field : sig.getFields()) {
                text.append(tuples(solution, field));
            }
        }
        return text.toString();
    }

    static String tuples(A4Solution solution, Expr expr) {
        try {
            A4TupleSet tuples = (A4TupleSet) solution.eval(expr);
            Set<String> sorted = new TreeSet<>();
            tuples.debugGetKodkodTupleset().forEach(tuple -> sorted.add(tuple.toString()));
            return expr + "=" + sorted + "\n";
        } catch (Err error) {
            throw new RuntimeException(error);
        }
    }
}
