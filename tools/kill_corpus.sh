#!/usr/bin/env bash
# Does a corpus end with the same bytes, however often its making is interrupted?
#
#     cargo build --release && tools/kill_corpus.sh [--egen target/release/egen] [--limit 150] [--kills 20] [--seed 7]
#
# Makes a corpus undisturbed with 1 and with 2 threads, then kills (-9) the making of it at random moments and takes it up
# with --resume; every second kill waits until a file is being written. Then fills a small tmpfs (that part needs root).
# Ends with status 1 if any bytes differ.
set -u

egen=target/release/egen limit=150 kills=20 seed=7
while [ $# -gt 0 ]; do
    case "$1" in
        --egen) egen=$2 ;;
        --limit) limit=$2 ;;
        --kills) kills=$2 ;;
        --seed) seed=$2 ;;
        *) echo "unknown argument $1" >&2; exit 2 ;;
    esac
    shift 2
done

work=$(mktemp -d)
mounted=
clean() {
    [ -n "$mounted" ] && umount "$mounted"
    rm -rf "$work"
}
trap clean EXIT
# A build that goes on meanwhile must not change the program.
cp "$egen" "$work/egen" || exit 2

make() { # DIR THREADS [--resume]
    "$work/egen" corpus generate --preset paper --limit "$limit" --seed "$seed" --out "$1" --threads "$2" "${@:3}"
}
hash_of() { # every file, hidden ones too, with its name
    (cd "$1" && find . -type f | LC_ALL=C sort | xargs sha256sum) | sha256sum | cut -c 1-16
}
now_ms() { echo $(($(date +%s%N) / 1000000)); }
failed=0
same() { # WHAT DIR
    local got
    got=$(hash_of "$2")
    if [ "$got" = "$want" ]; then
        echo "  $1: same bytes"
    else
        echo "  $1: DIFFERENT BYTES ($got, wanted $want)"
        diff -rq "$work/whole" "$2"
        failed=1
    fi
}

echo "undisturbed, limit $limit, seed $seed"
start=$(now_ms)
make "$work/whole" 2 | tail -1 || exit 2
took=$(($(now_ms) - start))
want=$(hash_of "$work/whole")
echo "  2 threads: $want, $(find "$work/whole" -type f | wc -l) files, $took ms"
make "$work/single" 1 >/dev/null || exit 2
same "1 thread" "$work/single"

echo "$kills kills"
RANDOM=$seed
done_kills=0 while_writing=0 rounds=0
while [ "$done_kills" -lt "$kills" ]; do
    dir=$work/killed
    rm -rf "$dir"
    rounds=$((rounds + 1))
    resume=
    while :; do
        make "$dir" $((1 + RANDOM % 2)) $resume >/dev/null 2>"$work/stderr" &
        child=$!
        # After a kill before the manifest was written there is nothing to take up, and --resume begins.
        resume=--resume
        if [ "$done_kills" -lt "$kills" ]; then
            sleep "$(awk -v r=$((RANDOM * 32768 + RANDOM)) -v t="$took" 'BEGIN { print r / 2^30 * t * 0.6 / 1000 }')"
            if [ $((done_kills % 2)) = 1 ]; then
                while kill -0 "$child" 2>/dev/null; do
                    for file in "$dir"/.tmp-* "$dir"/*/.tmp-*; do
                        [ -e "$file" ] && break 2
                    done
                done
            fi
            if kill -9 "$child" 2>/dev/null; then
                done_kills=$((done_kills + 1))
                wait "$child" 2>/dev/null
                compgen -G "$dir/.tmp-*" >/dev/null || compgen -G "$dir/*/.tmp-*" >/dev/null && while_writing=$((while_writing + 1))
                continue
            fi
        fi
        if ! wait "$child"; then
            echo "  trouble after $done_kills kills: $(cat "$work/stderr")"
            exit 1
        fi
        break
    done
    same "round $rounds, $done_kills kills so far, $while_writing of them left an unfinished file" "$dir"
done

echo "disk full"
dir=$work/small
mkdir "$dir"
if ! mount -t tmpfs -o size=300k tmpfs "$dir" 2>/dev/null; then
    echo "  skipped: mounting a tmpfs is not permitted here"
    exit "$failed"
fi
mounted=$dir
if make "$dir/corpus" 2 >/dev/null 2>"$work/stderr"; then
    echo "  it fits into 300 kB: nothing was shown; use a larger --limit"
    exit 1
fi
echo "  $(cat "$work/stderr")"
for part in "$dir/corpus" --resume; do
    if ! grep -qF -- "$part" "$work/stderr"; then
        echo "  THE MESSAGE DOES NOT NAME $part"
        failed=1
    fi
done
mount -o remount,size=64m "$dir"
make "$dir/corpus" 2 --resume >/dev/null || failed=1
same "resumed with more space" "$dir/corpus"
exit "$failed"
