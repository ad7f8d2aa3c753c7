"""What is optional: what is somebody told who has not installed it?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed(package: str) -> Iterator[None]:
    """Around an import of a package: says how it is installed where it is not there.

    >>> with needed("nothing-of-the-kind"):
    ...     import nothing_of_the_kind
    Traceback (most recent call last):
        ...
    ImportError: nothing-of-the-kind is not installed: pip install nothing-of-the-kind
    """
    try:
        yield
    except ModuleNotFoundError as error:
        # What is missing within a package is another matter.
        if (error.name or "").partition(".")[0] != package.replace("-", "_"):
            raise
        raise ImportError(f"{package} is not installed: pip install {package}", name=error.name) from None
