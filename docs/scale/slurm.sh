#!/usr/bin/env bash
# A corpus by a Slurm array: one task a shard, and the merge when all are done. No Python.
#
#     OUT=/shared/corpus SHARDS=64 bash docs/scale/slurm.sh submit --preset wide --members 500
#
# All machines see OUT and have `egen` (or EGEN says where it is). The flags go to `egen corpus generate`. A task that was killed or
# preempted is queued again by Slurm and goes on where it was; the same command submits what is not whole.
#
#SBATCH --job-name=egen-corpus
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

: "${OUT:?the folder of the corpus, which all machines see}" "${SHARDS:?how many shards}"
EGEN=${EGEN:-egen}

part() { printf '%s.shards/part-%05d' "$OUT" "$1"; }

# Is a shard whole? Its manifest says what it holds when it is; before that its splits are empty.
whole() { [ -f "$(part "$1")/manifest.json" ] && ! grep -q '"splits": {}' "$(part "$1")/manifest.json"; }

case ${1:-} in
submit)
    shift
    missing=()
    for ((shard = 0; shard < SHARDS; shard++)); do whole "$shard" || missing+=("$shard"); done
    depends=()
    if ((${#missing[@]})); then
        tasks=$(IFS=,; echo "${missing[*]}")
        job=$(sbatch --parsable --array="$tasks" --cpus-per-task="${CPUS:-4}" --export=ALL "$0" shard "$@")
        depends=(--dependency="afterok:$job")
        echo "${#missing[@]} of $SHARDS shards: job $job"
    fi
    sbatch --parsable ${depends[@]+"${depends[@]}"} --cpus-per-task="${CPUS:-4}" --export=ALL "$0" merge
    ;;
shard)
    shift
    shard=${SLURM_ARRAY_TASK_ID:?set by Slurm}
    exec "$EGEN" corpus generate "$@" --shard "$shard/$SHARDS" --threads "${SLURM_CPUS_PER_TASK:-0}" --out "$(part "$shard")" --resume
    ;;
merge)
    parts=()
    for ((shard = 0; shard < SHARDS; shard++)); do parts+=("$(part "$shard")"); done
    rm -rf "$OUT.merging"
    "$EGEN" corpus merge "${parts[@]}" --out "$OUT.merging"
    mv -T "$OUT.merging" "$OUT"
    ;;
*)
    echo "usage: OUT=DIR SHARDS=N $0 submit [flags of egen corpus generate]" >&2
    exit 2
    ;;
esac
