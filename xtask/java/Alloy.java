import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.parser.CompModule;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Runs commands with Alloy, each some times in one virtual machine, and prints a line for it, separated by tabs: the file, the command's number, the verdict,
 * primary variables, variables, clauses, and the milliseconds of processor time that translation and search took at each time.
 *
 * <p>java -cp ALLOY Alloy TIMES LIMIT-SECONDS wrap|prevent SYMMETRY SKOLEM-DEPTH (FILE COMMAND)...
 *
 * <p>A command that takes longer than the limit ends the machine; whoever started it goes on behind it.
 */
public class Alloy {
    static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    static final A4Options OPTIONS = new A4Options();

    public static void main(String[] args) throws InterruptedException {
        int times = Integer.parseInt(args[0]);
        long limit = Long.parseLong(args[1]) * 1000;
        OPTIONS.noOverflow = args[2].equals("prevent");
        OPTIONS.symmetry = Integer.parseInt(args[3]);
        OPTIONS.skolemDepth = Integer.parseInt(args[4]);
        for (int at = 5; at + 1 < args.length; at += 2) {
            String file = args[at];
            int command = Integer.parseInt(args[at + 1]);
            Job job = new Job(file, command, times);
            Thread thread = new Thread(null, job, "command", 256L << 20);
            thread.setDaemon(true);
            thread.start();
            thread.join(limit * times);
            boolean late = thread.isAlive();
            System.out.println(file + "\t" + command + "\t" + (late ? "TIMEOUT\t0\t0\t0\t" : job.line));
            System.out.flush();
            if (late) {
                System.exit(3);
            }
        }
        System.exit(0);
    }

    /** One command, run again and again. */
    static class Job extends A4Reporter implements Runnable {
        final String file;
        final int command;
        final int times;
        int primary;
        int variables;
        int clauses;
        volatile String line = "FAULT\t0\t0\t0\t";

        Job(String file, int command, int times) {
            this.file = file;
            this.command = command;
            this.times = times;
        }

        @Override
        public void solve(int plength, int primaryVars, int totalVars, int clauses) {
            this.primary = primaryVars;
            this.variables = totalVars;
            this.clauses = clauses;
        }

        @Override
        public void run() {
            try {
                CompModule world = CompUtil.parseEverything_fromFile(this, null, file);
                Command chosen = world.getAllCommands().get(command);
                A4Options options = OPTIONS.dup();
                options.originalFilename = file;
                String verdict = "";
                StringBuilder milliseconds = new StringBuilder();
                for (int i = 0; i < times; i++) {
                    long start = THREADS.getCurrentThreadCpuTime();
                    A4Solution solution =
                            TranslateAlloyToKodkod.execute_command(this, world.getAllReachableSigs(), chosen, options);
                    verdict = solution.satisfiable() ? "SAT" : "UNSAT";
                    double took = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
                    milliseconds.append(i == 0 ? "" : ",").append(String.format(java.util.Locale.ROOT, "%.2f", took));
                }
                line = verdict + "\t" + primary + "\t" + variables + "\t" + clauses + "\t" + milliseconds;
            } catch (Throwable fault) {
                line = "FAULT " + String.valueOf(fault.getMessage()).replaceAll("\\s+", " ") + "\t0\t0\t0\t";
            }
        }
    }
}
