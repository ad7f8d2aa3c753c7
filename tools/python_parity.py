#!/usr/bin/env python3
"""Does the Python package say what the command says, byte for byte in JSON?

    pip install ./python
    cargo build --release
    python3 tools/python_parity.py DATA_DIR --egen target/release/egen

DATA_DIR holds identities.tsv, rubi_derivatives.tsv, rubi_equiv_pairs.tsv (two sides in the first two columns), cogtutor_steps.tsv (two sides
in columns two and three) and latex_formulas.txt. Each pair is asked of `egen equal --pairs --jsonl` and of `egen.equal_many`, each step of
cogtutor of `egen check --jsonl` and of `egen.check` as well, and a small corpus is made by both. The times in the answers ("ms") are left out.
Whether a proof is found may depend on the time that it takes: what differs is asked again, one by one.
Exit status: 0 no line differs, 1 some do, 77 there is no such folder.
"""
import argparse, filecmp, os, re, subprocess, sys, tempfile

import egen

PAIRS = {"identities.tsv": (1, 0, 1), "rubi_derivatives.tsv": (0, 0, 1), "rubi_equiv_pairs.tsv": (1, 0, 1), "cogtutor_steps.tsv": (1, 1, 2)}
MS = re.compile(r'"ms":[0-9.e-]+')


def ask(command, text):
    done = subprocess.run(command, input=text.encode(), capture_output=True)
    if done.returncode not in (0, 1, 2, 3):
        sys.exit(f"failed: {' '.join(command)}: {done.stderr.decode()}")
    return done.stdout.decode().splitlines()


def plain(line):
    return MS.sub('"ms":0', line)


def compare(name, theirs, ours, again):
    """Says how many lines differ. `again` asks both about a line by its number."""
    differ = [k for k, (a, b) in enumerate(zip(theirs, ours)) if plain(a) != plain(b)]
    still = [k for k in differ if (lambda pair: plain(pair[0]) != plain(pair[1]))(again(k))]
    print(f"{name}: {len(ours)} lines, {len(theirs) - len(ours)} more of the command, {len(still)} differ" + (f" ({len(differ)} at first)" if differ else ""))
    for k in still[:3]:
        print("  command", plain(theirs[k]))
        print("  Python ", plain(ours[k]))
    return len(still) + abs(len(theirs) - len(ours))


def pairs(binary, folder):
    wrong = 0
    for name, (skip, left, right) in PAIRS.items():
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file][skip:]
        texts = [(row[left], row[right]) for row in rows]
        command = [binary, "equal", "--pairs", "-", "--jsonl"]
        theirs = ask(command, "".join(f"{a}\t{b}\n" for a, b in texts))
        ours = [verdict.json() for verdict in egen.equal_many(texts)]

        def again(k):
            line = ask(command, f"{texts[k][0]}\t{texts[k][1]}\n")[0]
            return line, egen.equal_many([texts[k]])[0].json()

        wrong += compare(name, theirs, ours, again)
    return wrong


def derivations(binary, folder):
    """Each step of cogtutor as a derivation of its own, equations as they stand."""
    with open(os.path.join(folder, "cogtutor_steps.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    texts = [f"{row[6]}\n{row[7]}\n" for row in rows]
    command = [binary, "check", "-", "--jsonl"]
    theirs, ours = ask(command, "\n".join(texts)), [line.json() for line in egen.check("\n".join(texts))]
    return compare("cogtutor_steps.tsv, egen check", theirs, ours, lambda k: (theirs[k], ours[k]))


def formulas(binary, folder):
    """Formulas as the command prints them in every form."""
    with open(os.path.join(folder, "latex_formulas.txt"), encoding="utf-8") as file:
        formulas = [line.rpartition("\t")[2] for line in file.read().splitlines()]
    # The command prints both sides of an equation in a line: they are asked one by one. What is refused has no line.
    texts = []
    for text in (side.strip() for formula in formulas for side in formula.split("=")):
        try:
            egen.parse(text)
            texts.append(text)
        except egen.ReadError:
            pass
    wrong = 0
    for form in ("infix", "latex", "prefix", "mathml", "sympy", "json"):
        theirs = ask([binary, "parse", "-", "--to", form], "\n".join(texts) + "\n")
        ours = [egen.parse(text).to(form) for text in texts]
        differ = sum(a != b for a, b in zip(theirs, ours, strict=True))
        print(f"latex_formulas.txt as {form}: {len(texts)} expressions, {differ} differ")
        wrong += differ
    return wrong


def corpora(binary):
    with tempfile.TemporaryDirectory() as folder:
        theirs, ours = os.path.join(folder, "command"), os.path.join(folder, "python")
        ask([binary, "corpus", "generate", "--limit", "40", "--members", "20", "--out", theirs], "")
        egen.corpus.generate(ours, limit=40, members=20)
        files = sorted(os.path.relpath(os.path.join(at, name), theirs) for at, _, names in os.walk(theirs) for name in names)
        same, differ, errors = filecmp.cmpfiles(theirs, ours, files, shallow=False)
        print(f"a corpus of 40 clusters: {len(same)} files are the same, {len(differ) + len(errors)} differ {differ + errors}")
        lines = ask([binary, "corpus", "export", theirs, "--triplets", "--hard", "0.3", "--limit", "200", "--seed", "7"], "")
        drawn = ["\t".join(one.values()) for one in egen.corpus.triplets(ours, hard=0.3, limit=200, seed=7)]
        print(f"200 triplets: {sum(a != b for a, b in zip(lines, drawn))} differ")
        return len(differ) + len(errors) + (lines != drawn)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="?", default="../shared/data/dev")
    parser.add_argument("--egen", default="target/release/egen")
    args = parser.parse_args()
    if not os.path.isdir(args.data):
        print(f"skipped: there is no folder {args.data}")
        sys.exit(77)
    wrong = pairs(args.egen, args.data) + derivations(args.egen, args.data) + formulas(args.egen, args.data) + corpora(args.egen)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
