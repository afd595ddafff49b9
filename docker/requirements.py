"""Print the project's own dependencies and those of the extras named, one a line.

The image installs them before the code: python docker/requirements.py bert
"""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = [line for name in sys.argv[1:] for line in project["optional-dependencies"][name]]
print(*project["dependencies"], *extras, sep="\n")
