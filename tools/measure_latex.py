#!/usr/bin/env python3
"""How much of the LaTeX that people typed is read, and does it survive printing?

    cargo build --release && python3 tools/measure_latex.py DATA_DIR/latex_formulas.txt [--egen target/release/egen]

Rows are: S (in scope) or A (arbitrary), source, LaTeX. Every refusal is shown with its reason, every
accepted A row with its reading, to be looked at: no program can tell whether it means what was written.
"""
import argparse, json, subprocess, sys


def parse(binary, texts, form):
    run = subprocess.run([binary, "parse", "-", "--from", "latex", "--to", form, "--jsonl"],
                         input="".join(t + "\n" for t in texts), capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(texts), run.stderr
    return answers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("--egen", default="target/release/egen")
    args = parser.parse_args()
    rows = [line.rstrip("\n").split("\t", 2) for line in open(args.data, encoding="utf-8") if line.strip()]
    texts = [row[2] for row in rows]
    infix, prefix, latex = (parse(args.egen, texts, form) for form in ("infix", "prefix", "latex"))
    again = parse(args.egen, [a["output"] if a["ok"] else "x" for a in latex], "prefix")
    lost = 0
    for row, shown, tree, printed, back in zip(rows, infix, prefix, latex, again):
        if not shown["ok"]:
            print(f"{row[0]} refused at {shown['at']}: {shown['error']}\n    {row[2][:150]}")
            continue
        if not back["ok"] or back["output"] != tree["output"]:
            lost += 1
            print(f"{row[0]} LOST IN PRINTING: {row[2]}\n    {printed['output']}\n    {back.get('error', back.get('output'))}")
        if row[0] == "A":
            print(f"A read: {row[2]}\n    {shown['output']}   {'; '.join(shown['notes'])}")
    for kind in "SA":
        ok = sum(a["ok"] for a, row in zip(infix, rows) if row[0] == kind)
        print(f"{kind}: {ok} of {sum(row[0] == kind for row in rows)} read")
    print(f"{lost} lost in printing")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
