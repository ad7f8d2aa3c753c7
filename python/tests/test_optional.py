"""What is optional: is somebody told how to install what is missing?"""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
sys.modules[{package!r}] = None
import egen
{code}
"""


@pytest.mark.parametrize(
    ("package", "code"),
    [
        ("sympy", "egen.parse('x').sympy()"),
        ("polars", "egen.corpus.Rows.to_polars(object.__new__(egen.corpus.Rows))"),
        ("pyarrow", "egen.corpus.Rows.to_arrow(object.__new__(egen.corpus.Rows))"),
        ("pandas", "egen.corpus.Rows.to_pandas(object.__new__(egen.corpus.Rows))"),
    ],
)
def test_what_is_missing_is_named(package: str, code: str) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT.format(package=package, code=code)], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == f"ImportError: {package} is not installed: pip install {package}"
