#!/bin/sh
#SBATCH --job-name=kibitz
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=2
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=8G
#SBATCH --time=24:00:00
#SBATCH --requeue
#
# Submit with: sbatch slurm.sh quixo --set n=4
# A job that was killed or requeued continues from its last checkpoint.
set -eu
directory=$PWD/parts
mkdir -p "$directory"

# The first job writes the secret, only for the user; the shared directory brings it to all nodes.
if [ ! -s "$directory/secret" ]; then
    (umask 077; head -c 32 /dev/urandom | base64 > "$directory/secret")
fi

# A line for each task: SLURM numbers tasks node by node, so task i of a node has port 4000 + i.
tasks=$((SLURM_NTASKS / SLURM_JOB_NUM_NODES))
for node in $(scontrol show hostnames "$SLURM_JOB_NODELIST"); do
    i=0
    while [ "$i" -lt "$tasks" ]; do
        echo "$node:$((4000 + i))"
        i=$((i + 1))
    done
done > "$directory/hosts.txt"

export directory
srun --kill-on-bad-exit=1 sh -c 'exec kibitz build "$@" -o "$directory" \
    --hosts "$directory/hosts.txt" --process "$SLURM_PROCID" \
    --secret "$directory/secret" --memory 7GiB --peer-timeout 120' sh "$@"
