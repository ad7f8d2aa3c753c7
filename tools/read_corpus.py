#!/usr/bin/env python3
"""Do Hugging Face datasets, polars, DuckDB and pandas read the same rows from a corpus?

    pip install datasets polars duckdb pandas pyarrow xxhash
    python3 tools/read_corpus.py DIR

Every reader opens the folder as its documentation says; splits, names of columns and all values are compared with
what pyarrow finds in the files, and those with manifest.json; a copy without one of the files must be refused by `datasets`. Exit status 1 if
anything is not so.
"""
import argparse, glob, json, os, shutil, sys, tempfile

os.environ.setdefault("HF_HUB_OFFLINE", "1")
import datasets, duckdb, pandas, polars, pyarrow as pa, pyarrow.parquet as pq, xxhash


def by_huggingface(folder, cache):
    datasets.disable_progress_bars()
    splits = datasets.load_dataset(folder, cache_dir=cache)
    return {name: split.with_format("arrow")[:] for name, split in splits.items()}


def refuses_a_part(folder, cache):
    """Does `datasets` refuse a copy of the folder without a file of a split that has several? None if there is no such split."""
    part = f"{cache}/part"
    shutil.copytree(folder, part)
    files = sorted(glob.glob(f"{part}/data/*.parquet"))
    split = lambda file: os.path.basename(file).split("-")[0]
    several = [file for file in files if sum(split(other) == split(file) for other in files) > 1]
    if not several:
        return None
    os.remove(several[0])
    try:
        datasets.load_dataset(part, cache_dir=cache)
    except (datasets.exceptions.DatasetsError, ValueError):
        return True
    return False


def by_polars(folder, splits):
    return {name: polars.read_parquet(f"{folder}/data/{name}-*.parquet").to_arrow() for name in splits}


def by_duckdb(folder, splits):
    return {name: duckdb.read_parquet(f"{folder}/data/{name}-*.parquet").to_arrow_table() for name in splits}


def by_pandas(folder, splits, schema):
    def read(name):
        frame = pandas.read_parquet(sorted(glob.glob(f"{folder}/data/{name}-*.parquet")))
        return pa.Table.from_pandas(frame, schema=schema if list(frame.columns) == schema.names else None)
    return {name: read(name) for name in splits}


def by_files(folder, part):
    splits = {}
    for path in sorted(glob.glob(f"{folder}/{part}/*.parquet")):
        splits.setdefault(os.path.basename(path).split("-")[0], []).append(pq.ParquetFile(path).read())
    return {name: pa.concat_tables(tables) for name, tables in splits.items()}


def compare(got, want):
    """What differs between the tables of two readers, or nothing."""
    if sorted(got) != sorted(want):
        return f"splits {sorted(got)}, wanted {sorted(want)}"
    for name, table in want.items():
        if got[name].column_names != table.column_names:
            return f"{name}: columns {got[name].column_names}"
        # Readers differ in how wide they make texts and in what they call a list's values, not in what is there.
        seen = got[name].replace_schema_metadata().cast(table.schema)
        for column in table.column_names:
            if seen[column].combine_chunks() != table[column].combine_chunks():
                return f"{name}: values of {column}"
    return None


def check_manifest(folder, data, rejects):
    """What in manifest.json is not so."""
    path = f"{folder}/manifest.json"
    if not os.path.exists(path):
        return ["there is none"]
    manifest = json.load(open(path, encoding="utf-8"))
    counted = {name: {"clusters": len(t["cluster"].unique()), "rows": t.num_rows} for name, t in data.items()}
    stated = {name: split for name, split in manifest["splits"].items() if split["rows"]}
    faults = [] if counted == stated else [f"splits {stated}, counted {counted}"]
    for what, count in (("rows", data), ("rejects", rejects)):
        count = sum(table.num_rows for table in count.values())
        if manifest[what] != count:
            faults.append(f"{what} {manifest[what]}, counted {count}")
    for entry in manifest["files"]:
        if not os.path.exists(f"{folder}/{entry['path']}"):
            faults.append(f"{entry['path']}: missing")
            continue
        content = open(f"{folder}/{entry['path']}", "rb").read()
        if entry["checksum"] != "xxh3:" + xxhash.xxh3_64_hexdigest(content):
            faults.append(f"{entry['path']}: checksum")
        if entry["bytes"] != len(content):
            faults.append(f"{entry['path']}: length")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    folder = parser.parse_args().folder.rstrip("/")
    want = {name: table for name, table in by_files(folder, "data").items() if table.num_rows}
    if not want:
        sys.exit(f"{folder}: no rows in data/*.parquet")
    schema = next(iter(want.values())).schema
    with tempfile.TemporaryDirectory() as cache:
        readers = {
            f"datasets {datasets.__version__}": lambda: by_huggingface(folder, cache),
            f"polars {polars.__version__}": lambda: by_polars(folder, want),
            f"duckdb {duckdb.__version__}": lambda: by_duckdb(folder, want),
            f"pandas {pandas.__version__}": lambda: by_pandas(folder, want, schema),
        }
        print(f"{'reader':<20} {'columns':>7}  {'rows':<32} verdict")
        def show(name, tables, verdict):
            rows = ", ".join(f"{split} {table.num_rows}" for split, table in sorted(tables.items()))
            print(f"{name:<20} {len(next(iter(tables.values())).column_names):>7}  {rows:<32} {verdict}")
        show(f"pyarrow {pa.__version__}", want, "the others are compared with this")
        wrong = 0
        for name, read in readers.items():
            try:
                got = read()
                fault = compare(got, want)
                show(name, got, fault or "same")
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
                print(f"{name:<20} FAILED {fault}")
            wrong += fault is not None
        refused = refuses_a_part(folder, cache)
        told = {True: "refused by datasets", False: "NOT SEEN by datasets: look at dataset_info in README.md", None: "not tried: each split has one file"}
        print("a file is missing   ", told[refused])
    rejects = by_files(folder, "rejects")
    faults = check_manifest(folder, want, rejects)
    print("manifest.json       ", "; ".join(faults) or "same splits, rows, rejects, lengths and checksums")
    print("columns             ", ", ".join(f"{field.name}: {field.type}" for field in schema))
    sys.exit(1 if wrong or faults or refused is False else 0)


if __name__ == "__main__":
    main()
