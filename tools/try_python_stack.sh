#!/usr/bin/env bash
# Do datasets, polars, DuckDB, sentence-transformers, onnxruntime, Ray, PyTorch and mypy really work with what egen writes?
#
#     EGEN=target/release/egen bash tools/try_python_stack.sh [VENV]
#
# Makes the environment VENV, or takes the one that is there, and says a line or a table for each of them. Exit status 1 if anything failed.
set -uo pipefail
cd "$(dirname "$0")/.."
EGEN=$(command -v "${EGEN:-egen}") || { echo "no egen: cargo build --release -p egen, then EGEN=target/release/egen" >&2; exit 2; }
EGEN=$(realpath "$EGEN")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
venv=${1:-$work/venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
python=$(realpath -s "$venv/bin/python")
"$python" -m pip install --quiet torch datasets polars duckdb pandas pyarrow xxhash safetensors sentence-transformers onnx onnxruntime onnxscript ray pyyaml mypy pytest || exit 2
"$python" -m pip install --quiet ./python || exit 2
# Nothing is fetched from here on, nobody is told, and no cluster but ours is meant.
export EGEN HF_HUB_OFFLINE=1 RAY_USAGE_STATS_ENABLED=0 RAY_AUTH_MODE=disabled TOKENIZERS_PARALLELISM=false
unset RAY_ADDRESS
failed=0

try() {
    echo; echo "## $1"; echo; echo '```'; shift
    "$@" 2> "$work/stderr" || { failed=1; echo "FAILED"; tail -n 20 "$work/stderr"; }
    echo '```'
}

tests() { "$python" -m pytest -q -p no:cacheprovider "$@" | grep -E 'passed|failed|error|skipped' ; }

"$python" - <<'PYTHON'
import importlib.metadata, platform
names = "torch datasets polars duckdb pandas pyarrow sentence-transformers transformers tokenizers onnxruntime ray mypy".split()
print(f"Python {platform.python_version()}: " + ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names))
PYTHON

"$EGEN" corpus generate --limit 140 --members 24 --out "$work/plain" > "$work/log" || failed=1
"$EGEN" corpus split "$work/plain" --out "$work/split" --test-clusters 20 --validation-clusters 10 >> "$work/log" || failed=1
"$EGEN" corpus negatives "$work/split" >> "$work/log" 2>&1 || failed=1
try "A corpus" "$python" tools/read_corpus.py "$work/plain"
try "A corpus that was split, with edits beside it" "$python" tools/read_corpus.py "$work/split"
try "Models: sentence-transformers and onnxruntime against egen embed" tests python/tests/test_hf.py
try "Vectors on the test part" "$python" tools/check_hf.py "$work/split"
try "Pairs and triplets as datasets of PyTorch" tests python/tests/test_corpus.py
try "Ray, with workers killed" tests python/tests/test_ray.py
try "Slurm and Kubernetes examples" tests python/tests/test_scale.py
try "Two processes of DDP against egen train" "$python" tools/check_ddp.py
typed() { (cd python && "$python" -m mypy --strict package/egen tests/typed.py); }
try "mypy --strict" typed
exit "$failed"
