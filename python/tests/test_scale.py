"""The examples in docs/scale: do the commands in them make the corpus of one machine?"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from command_line import FLAGS, ROOT, egen, one_machine, same_bytes

SHARDS = 3
# A queue of one machine: it runs what it is given, at once, each task of an array with its number.
SBATCH = """#!/usr/bin/env bash
set -euo pipefail
tasks=none
while [[ $1 == --* ]]; do
    case $1 in --array=*) tasks=${1#--array=} ;; esac
    shift
done
echo "$tasks ${*:2}" >> "$LOG"
for task in ${tasks//,/ }; do
    if [ "$task" = none ]; then bash "$@" > /dev/null; else SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=1 bash "$@" > /dev/null; fi
done
echo 17
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return one_machine(tmp_path_factory.mktemp("one") / "corpus")


def test_a_slurm_array_makes_the_same_corpus(tmp_path: Path, corpus: Path) -> None:
    sbatch = tmp_path / "bin" / "sbatch"
    sbatch.parent.mkdir()
    sbatch.write_text(SBATCH)
    sbatch.chmod(0o755)
    out, log = tmp_path / "corpus", tmp_path / "log"
    path = f"{sbatch.parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"OUT": str(out), "SHARDS": str(SHARDS), "EGEN": egen(), "LOG": str(log), "PATH": path}
    submit = ["bash", str(ROOT / "docs/scale/slurm.sh"), "submit", *FLAGS]
    subprocess.run(submit, env=environment, check=True, capture_output=True)
    assert same_bytes(out, corpus)
    flags = " ".join(FLAGS)
    assert log.read_text().splitlines() == [f"0,1,2 shard {flags}", "none merge"]
    # What is whole is not submitted again.
    (Path(f"{out}.shards") / "part-00001" / "manifest.json").unlink()
    out.rename(tmp_path / "first")
    subprocess.run(submit, env=environment, check=True, capture_output=True)
    assert log.read_text().splitlines()[2:] == [f"1 shard {flags}", "none merge"]
    assert same_bytes(out, corpus)


def test_the_pods_of_an_indexed_job_make_the_same_corpus(tmp_path: Path, corpus: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "egen").symlink_to(egen())
    jobs = {}
    for name in ("job", "merge"):
        job = yaml.safe_load((ROOT / f"docs/scale/{name}.yaml").read_text())
        container = job["spec"]["template"]["spec"]["containers"][0]
        assert container["command"] == ["sh", "-c"]
        jobs[name] = (job["spec"], container["args"][0], {entry["name"]: entry["value"] for entry in container["env"]})
    (spec, script, settings), (_, merge, others) = jobs["job"], jobs["merge"]
    assert settings == others and int(settings["SHARDS"]) == spec["completions"]
    script = script.replace("--preset wide --members 500", " ".join(FLAGS))
    out = tmp_path / "corpus"
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"OUT": str(out), "SHARDS": str(SHARDS), "PATH": path}
    for shard in range(SHARDS):
        subprocess.run(["sh", "-c", script], env=environment | {"JOB_COMPLETION_INDEX": str(shard)}, check=True, capture_output=True)
    subprocess.run(["sh", "-c", merge], env=environment, check=True, capture_output=True)
    assert same_bytes(out, corpus)
