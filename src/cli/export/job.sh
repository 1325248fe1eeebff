#!/bin/sh
# Solves the cubes of this directory and leaves what the solver says in results/N.out, N from 1.
#
#   sh job.sh              all cubes, as many at a time as JOBS says (2 if it says nothing)
#   sh job.sh N            cube N alone
#   sh job.sh 0            the whole formula, as results/0.out
#
# As a job array, for a formula of 16 cubes:
#   sbatch --array=1-16 job.sh        (Slurm)
#   qsub -J 1-16 job.sh               (PBS)
#   qsub -t 1-16 job.sh               (Grid Engine)
#
# A distributed solver takes the whole formula instead, for example Mallob on MPI:
#   mpirun -np 64 mallob -mono=formula.cnf > results/0.out
#
# SOLVER is any command that reads DIMACS from the file named last, or in place of {cnf}, and writes lines of s and v. Where it says {proof} it is given the
# name of a file for a proof in DRAT or LRAT, results/N.proof, which `relfind import` checks:
#   SOLVER='kissat -q {cnf} {proof}' sh job.sh
#   SOLVER='relfind solve {cnf} --proof {proof}' sh job.sh
set -u
SOLVER=${SOLVER:-relfind solve}
index=${1:-${SLURM_ARRAY_TASK_ID:-${PBS_ARRAY_INDEX:-${SGE_TASK_ID:-}}}}
# A scheduler may run a copy of this script: then the directory is where the job was sent from.
directory=$(dirname "$0")
[ -e "$directory/formula.cnf" ] || directory=.
cd "$directory" || exit 1
mkdir -p results

if [ -z "$index" ] || [ "$index" = undefined ]; then
    count=$(wc -l < cubes.txt)
    [ "$count" -eq 0 ] && exit 0
    seq 1 "$count" | SOLVER="$SOLVER" xargs -n 1 -P "${JOBS:-2}" sh ./job.sh
    exit 0
fi

# One model is enough: cubes not yet begun are left out.
[ -e results/sat ] && exit 0
if [ "$index" -eq 0 ]; then
    cube=
else
    cube=$(sed -n "${index}p" cubes.txt)
    [ -n "$cube" ] || { echo "there is no cube $index" >&2; exit 1; }
fi
formula=results/$index.cnf
# The formula with a clause for each literal of the cube.
awk -v cube="$cube" '
    /^c/ { next }
    /^p cnf/ { n = split(cube, literals, " "); units = n > 0 ? n - 1 : 0; print "p cnf", $3, $4 + units; next }
    { print }
    END { for (i = 1; i <= units; i++) print literals[i], 0 }
' formula.cnf > "$formula"
case $SOLVER in
    *"{cnf}"*) command=$SOLVER ;;
    *) command="$SOLVER {cnf}" ;;
esac
rm -f "results/$index.proof"
command=$(printf '%s\n' "$command" | sed -e "s|{cnf}|$formula|g" -e "s|{proof}|results/$index.proof|g")
$command > "results/$index.part"
status=$?
# A solver that was ended in the middle of its words leaves no result.
mv "results/$index.part" "results/$index.out"
rm -f "$formula"
[ "$status" -eq 10 ] && : > results/sat
exit 0
