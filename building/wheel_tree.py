"""The tree of a wheel: everything of ours below one package. Called by `backend`, and by tests that
run what would be installed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from wheel_names import HOME, ROOTS, moved

FOLDERS = (*ROOTS, "static", "templates")
BESIDE = ("LICENSE", "README.md", "pyproject.toml")


def stage(checkout: Path, out: Path) -> Path:
    """Lay the tree of a wheel out in the folder `out`; returns its one package.

    Raises: wheel_names.Unclear, OSError.
    """
    for name in BESIDE:
        shutil.copy(checkout / name, out / name)
    modules = set(module_names(checkout))
    for folder in (HOME, *FOLDERS):
        inside = out / HOME if folder == HOME else out / HOME / folder
        for path in files(checkout / folder):
            target = inside / path.relative_to(checkout / folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".py":
                text = path.read_text(encoding="utf-8")
                target.write_text(moved(text, modules, str(path)), encoding="utf-8")
            elif path.suffix == ".po":
                compile_catalogue(path, target.with_suffix(".mo"))
            else:
                shutil.copy(path, target)
    shutil.copy(checkout / "llms.txt", out / HOME / "llms.txt")
    return out / HOME


def files(folder: Path) -> Iterator[Path]:
    """What is in a folder, without what Python, Babel and editors leave there."""
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        made = "__pycache__" in path.parts or path.suffix in {".mo", ".pyc"}
        if path.is_file() and not hidden and not made:
            yield path


def module_names(checkout: Path) -> Iterator[str]:
    """The dotted names of all modules and packages."""
    for root in ROOTS:
        for path in files(checkout / root):
            if path.suffix == ".py":
                parts = path.relative_to(checkout).with_suffix("").parts
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def compile_catalogue(source: Path, target: Path) -> None:
    """Django reads compiled catalogues alone. What is fuzzy stays English."""
    with source.open("rb") as stream:
        catalogue = read_po(stream)
    with target.open("wb") as stream:
        write_mo(stream, catalogue)
