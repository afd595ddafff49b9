"""What pip and build call (pyproject.toml): setuptools, which is given a wheel's tree to pack.

An editable install and an sdist are of the checkout as it is.
"""

import contextlib
import tempfile
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Babel compiles the translations; who edits the code has it beside Django."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), "babel>=2.14"]


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """Called in the checkout; returns the name of the file."""
    from wheel_tree import stage

    out = str(Path(wheel_directory).resolve())
    with tempfile.TemporaryDirectory() as folder:
        stage(Path.cwd(), Path(folder))
        with contextlib.chdir(folder):
            name: str = build_meta.build_wheel(out, config_settings)
    return name
