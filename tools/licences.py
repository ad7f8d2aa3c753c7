#!/usr/bin/env python3
"""Which licences do the crates have that egen is built from, and which crates are there in two versions?

    python3 tools/licences.py [--features FEATURES]

Works offline, from Cargo.lock and the sources that cargo has. Ends with 1 if a crate's licence is none of those that ask for no more than
their text, or if a crate that is compiled into the command occurs in two versions for no reason that is given here.
"""
import argparse
import re
import subprocess
import sys

ALLOWED = {"MIT", "MIT-0", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0",
           "CDLA-Permissive-2.0", "ISC", "Unicode-3.0", "Unlicense", "Zlib", "0BSD"}
# Two versions, and whose they are. A row that is not needed any more is an error, too.
TWICE = {
    "foldhash": "0.1 by egg, 0.2 by indexmap",
    "getrandom": "0.2 by ring, 0.3 by ahash (arrow), 0.4 by tempfile",
    "hashbrown": "0.15 by egg, 0.16 by safetensors, 0.17 by indexmap",
    "num-bigint": "0.4 by egg, 0.5 by arrow",
    "syn": "2 by thiserror 1, which egg wants; 3 by serde",
}


def fits(expression: str) -> bool:
    """Does an SPDX expression allow use under licences of the list alone? OR is a choice, AND asks for both."""
    expression = expression.replace("/", " OR ")
    tokens = re.findall(r"\(|\)|[^\s()]+(?: WITH [^\s()]+)?", expression)

    def either(at: int) -> tuple[bool, int]:
        value, at = both(at)
        while at < len(tokens) and tokens[at] == "OR":
            other, at = both(at + 1)
            value = value or other
        return value, at

    def both(at: int) -> tuple[bool, int]:
        value, at = single(at)
        while at < len(tokens) and tokens[at] == "AND":
            other, at = single(at + 1)
            value = value and other
        return value, at

    def single(at: int) -> tuple[bool, int]:
        if tokens[at] == "(":
            value, at = either(at + 1)
            return value, at + 1
        return tokens[at] in ALLOWED, at + 1

    value, at = either(0)
    return value and at == len(tokens)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", default="command", help="of the crate egen (default: command)")
    features = parser.parse_args().features
    tree = subprocess.run(["cargo", "tree", "-p", "egen", "--no-default-features", "--features", features, "-e", "normal,build",
                           "--prefix", "none", "--no-dedupe", "--format", "{p}|{l}", "--offline", "--locked"],
                          capture_output=True, check=True, text=True).stdout
    licences = {}
    for line in filter(None, tree.splitlines()):
        package, licence = line.split("|")
        name, version = package.split()[:2]
        licences[name, version.removeprefix("v")] = licence
    used = sorted(licences)
    bad = [f"{name} {version}: {licences[name, version]}" for name, version in used if not fits(licences[name, version] or "none")]
    versions: dict[str, list[str]] = {}
    for name, version in used:
        versions.setdefault(name, []).append(version)
    twice = {name for name, found in versions.items() if len(found) > 1}
    bad += [f"{name} is there in versions {', '.join(versions[name])}" for name in sorted(twice - TWICE.keys())]
    bad += [f"{name} is no longer there twice: its row can go" for name in sorted(TWICE.keys() - twice) if features == "command"]
    print(f"{len(used)} crates, {len(twice)} of them in two versions or more")
    print("\n".join(bad), end="\n" if bad else "")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
