"""Print what the site needs and what the extras named bring beside it, one requirement a line.

The image installs them before the code: python docker/requirements.py bert
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]


def of_extra(name: str) -> Iterator[str]:
    """What an extra brings, with that of the extras of ours that it names."""
    for line in PROJECT["optional-dependencies"][name]:
        if own := re.fullmatch(r"antifaz\[(\w+)\]", line):
            yield from of_extra(own[1])
        else:
            yield line


if __name__ == "__main__":
    lines = [line for name in ("web", *sys.argv[1:]) for line in of_extra(name)]
    print(*dict.fromkeys([*PROJECT["dependencies"], *lines]), sep="\n")
