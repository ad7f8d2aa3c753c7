"""Every docstring has examples that run, and the outputs of the pages and the notebook are real."""

import doctest
import inspect
import json
import pathlib
import re

import pytest

import egen

HERE = pathlib.Path(__file__).resolve().parent.parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def documented():
    """Every public name with its docstring, and those of public methods."""
    yield "egen", egen.__doc__
    yield "egen.corpus", egen.corpus.__doc__
    for module in (egen, egen.corpus):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.ismodule(thing) or name.startswith("__"):
                continue
            yield f"{module.__name__}.{name}", thing.__doc__
            if inspect.isclass(thing) and not issubclass(thing, Exception):
                for member, value in vars(thing).items():
                    if not member.startswith("_") and getattr(value, "__doc__", None) and (callable(value) or inspect.isdatadescriptor(value)):
                        if not re.match(r"Alias for field|.*member|Return number|Return first", value.__doc__):
                            yield f"{module.__name__}.{name}.{member}", value.__doc__


ALL = dict(documented())


@pytest.mark.parametrize("name", ALL)
def test_examples_run(name, tmp_path):
    text = ALL[name]
    assert text and text.strip(), f"{name} has no docstring"
    pytest.importorskip("sympy") if ".sympy" in name else None
    pytest.importorskip("pyarrow") if "corpus" in name else None
    globs = {"egen": egen, **{key: getattr(egen.corpus, key) for key in egen.corpus.__all__}}
    example = doctest.DocTestParser().get_doctest(text, globs, name, None, 0)
    report = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(example, out=report.append)
    assert result.failed == 0, "".join(report)


def test_functions_have_examples():
    for name in ("parse", "equal", "equal_many", "check", "expand", "count", "sample", "graph", "load", "Expr", "Verdict", "Line", "Model"):
        assert ">>>" in ALL[f"egen.{name}"], name


@pytest.mark.parametrize("file", [HERE / "README.md", HERE.parent / "README.md", HERE.parent / "docs/book/src/python.md"])
def test_the_page_is_true(file):
    if not file.exists():
        pytest.skip("not in a checkout")
    blocks = re.findall(r"```(?:python|pycon)\n(>>> .*?)```", file.read_text(encoding="utf-8"), re.S)
    assert blocks, f"{file} has no examples"
    globs = {}
    for number, block in enumerate(blocks):
        example = doctest.DocTestParser().get_doctest(block, globs, f"{file.name} {number}", str(file), 0)
        report = []
        result = doctest.DocTestRunner(optionflags=FLAGS).run(example, out=report.append, clear_globs=False)
        globs = example.globs
        assert result.failed == 0, "".join(report)


def test_the_notebook_runs_and_shows_what_it_says():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("sympy")
    pytest.importorskip("polars")
    file = HERE / "quickstart.ipynb"
    if not file.exists():
        pytest.skip("not in a checkout")
    kept = json.loads(file.read_text(encoding="utf-8"))
    notebook = nbformat.read(file, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    cells = [(a, b) for a, b in zip(kept["cells"], notebook.cells) if a["cell_type"] == "code"]
    assert len(cells) > 5
    for before, after in cells:
        assert outputs(before["outputs"]) == outputs(after["outputs"]), after["source"]


def outputs(cell):
    """The texts that a person sees."""
    found = []
    for output in cell:
        assert output["output_type"] != "error", output
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        found.append("".join(text))
    return found
