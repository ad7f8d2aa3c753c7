#!/usr/bin/env python3
"""How near are the vectors of exported models to those of `egen embed`, on the test part of a corpus?

    pip install sentence-transformers pyarrow
    python3 tools/check_hf.py SPLIT [--rows 500] [MODEL ...]

Exit status 1 if a cosine is not above 0.9999.
"""
import argparse, glob, json, os, subprocess, sys, tempfile
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")
import numpy, pyarrow.parquet
from egen import command, hf
from sentence_transformers import SentenceTransformer
from transformers.utils import logging

NAMES = "cl-mean cl-max seq2seq symbols values wide".split()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus")
    parser.add_argument("models", nargs="*", default=NAMES)
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--egen")
    args = parser.parse_args()
    egen = os.environ["EGEN"] = command.find(args.egen)
    logging.disable_progress_bar()
    files = sorted(glob.glob(f"{args.corpus}/data/test-*.parquet"))
    rows = [row for file in files for row in pyarrow.parquet.read_table(file, columns=["infix"])["infix"].to_pylist()]
    rows = rows[:: max(1, len(rows) // args.rows)][: args.rows]
    lines = "\n".join(rows) + "\n"
    words = command.ask(egen, ["export", "inputs", "--format", "text", "-"], lines).decode().splitlines()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name in args.models:
            path = hf.export(name, Path(folder) / name)
            code = (path / "egen_modules.py").exists()
            model = SentenceTransformer(str(path), trust_remote_code=code, device="cpu")
            # A model that reads values reads any notation; the others the words of tokens.
            found = model.encode(rows if (path / "egen.safetensors").exists() else words, batch_size=64, show_progress_bar=False)
            answers = command.ask(egen, ["embed", "-", "--model", name], lines).decode().splitlines()
            cosines = (found * numpy.array([json.loads(answer)["meaning"] for answer in answers])).sum(1)
            good &= len(cosines) == len(rows) and cosines.min() > 0.9999
            print(f"{name:8} {'with egen_modules.py' if code else 'no code of ours':20} {len(rows)} rows, smallest cosine 1 - {1 - cosines.min():.1e}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
