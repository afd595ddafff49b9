"""Every source that a docstring names is resolved in ARCHITECTURE.md."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_tag_is_resolved() -> None:
    known = set(
        re.findall(r"^\| (\w+\d{2}) \|", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.M)
    )
    used = {
        tag
        for folder in ("learning", "surrogates", "annotation", "webapp")
        for path in (ROOT / folder).rglob("*.py")
        for tag in re.findall(r"\[([A-Z][A-Za-z]+\d{2})[,\]]", path.read_text("utf-8"))
    }
    assert used
    assert used <= known, f"not in ARCHITECTURE.md: {sorted(used - known)}"
