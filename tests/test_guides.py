"""Every path, link, name and command in the guides exists."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[1]
OTHERS = {"data", "staticfiles", "build"}  # folders whose texts are no guides
PACKAGES = (
    "annotation",
    "antifaz",
    "building",
    "learning",
    "surrogates",
    "webapp",
    "tests",
    "benchmarks",
)
FOLDERS = (*PACKAGES, "docs", "docker", "templates", "static")
# The guides say `services/x` for `annotation/services/x`.
SHORT = {name: f"annotation/{name}" for name in ("services", "formats", "models", "schemes")}
# What a guide writes for any name becomes a glob.
ANY = re.compile(r"<\w+>|\$\w+|\bLANG\b|\bNAME\b|\*\*?|…")

OTHER_FILES = ("gz", "json", "jsonl", "md", "parts", "sqlite3", "txt")  # many are examples
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(rf"(?<![\w/.-])(?:{'|'.join((*FOLDERS, *SHORT))})/[\w./<>*$-]*[\w>*]/?(?:::\w+)?")
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
CONSTANT = re.compile(r"\b[A-Z]+(?:_[A-Z]+)+\b")
COMMAND = re.compile(r"manage\.py ([a-z_]+)")
TARGET = re.compile(r"(?:^    |`)(?:[A-Z]+=\S+ )*make ([a-z-]+)", re.M)


def guides() -> list[Path]:
    found = [path.relative_to(ROOT) for path in ROOT.rglob("*.md") if path.name != "CHANGELOG.md"]
    own = [
        path for path in found if not any(part[0] == "." or part in OTHERS for part in path.parts)
    ]
    return sorted(ROOT / path for path in own)


@cache
def modules() -> dict[str, list[Path]]:
    """The modules and packages of the repository by their last name."""
    found: dict[str, list[Path]] = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            name = path.parent.name if path.name == "__init__.py" else path.stem
            found.setdefault(name, []).append(path)
    return found


@cache
def classes() -> dict[str, list[Path]]:
    """The modules that define a class, by its name."""
    found: dict[str, list[Path]] = {}
    for path in {path for paths in modules().values() for path in paths}:
        for name in re.findall(r"^ *class (\w+)", path.read_text(encoding="utf-8"), re.M):
            found.setdefault(name, []).append(path)
    return found


@cache
def members(name: str) -> set[str]:
    """What the bodies of the classes of a name define."""
    return {
        each
        for path in classes()[name]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name == name
        for each in _defined(node.body)
    }


@cache
def names_of(path: Path) -> set[str]:
    """What a module defines or imports at its top level; of a package its modules too."""
    names = _defined(ast.parse(path.read_text(encoding="utf-8")).body)
    if path.name == "__init__.py":
        names |= {each.stem for each in path.parent.iterdir()}
    return names


def _defined(body: list[ast.stmt]) -> set[str]:
    names: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {
                each.id
                for target in node.targets
                for each in ast.walk(target)
                if isinstance(each, ast.Name)
            }
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def path_exists(text: str) -> bool:
    """Whether a path of a guide leads to a file, a module, or what a module defines."""
    text, _, test = text.partition("::")
    head, _, rest = ANY.sub("*", text).partition("/")
    place = f"{SHORT.get(head, head)}/{rest}".rstrip("/")
    if any(ROOT.glob(place)) or any(ROOT.glob(f"{place}.*")):
        return not test or test in names_of(ROOT / place)
    module, dot, name = place.rpartition(".")
    return (
        bool(dot) and (ROOT / f"{module}.py").exists() and name in names_of(ROOT / f"{module}.py")
    )


@cache
def files() -> set[str]:
    """The names of all files, and of those that the code writes."""
    found = {path.name for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")}
    found.update(path.name for path in ROOT.glob("*.py"))
    for path in {path for paths in modules().values() for path in paths}:
        found.update(re.findall(r'"(\w+\.tsv)"', path.read_text(encoding="utf-8")))
    return found


@cache
def words() -> set[str]:
    """Every word of the code."""
    sources = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")]
    kinds = {".py", ".html", ".js", ".sh", ".yml"}
    read = [path for path in sources if path.suffix in kinds and path != Path(__file__)]
    text = "\n".join(path.read_text(encoding="utf-8") for path in read)
    return set(re.findall(r"\w+", text))


@cache
def columns() -> dict[str, set[str]]:
    """The columns of the lexicon's tables."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "surrogates" / "languages").glob("*/*.tsv"):
        with path.open(encoding="utf-8") as table:
            found.setdefault(path.stem, set()).update(table.readline().split())
    return found


def dotted_exists(text: str) -> bool:
    """Whether a dotted name can be found; one whose first part is no name of ours is let be."""
    first, *rest = text.split(".")
    if first == "antifaz" and rest[0] in PACKAGES:  # as a wheel has it
        first, *rest = rest
    if not rest:
        return True
    if rest[-1] in ("py", "tsv"):
        return text in files()
    if rest[-1] in OTHER_FILES or rest[0] in columns().get(first, ()):
        return True
    if first in PACKAGES:
        place = ROOT / first
        for number, part in enumerate(rest):
            if (place / part).is_dir():
                place /= part
            elif (place / f"{part}.py").exists():
                return _reaches({place / f"{part}.py"}, rest[number + 1 :])
            else:
                return _reaches({place / "__init__.py"}, rest[number:])
        return True
    if first in classes():
        return rest[0] in members(first)
    if first in modules():
        return _reaches(set(modules()[first]), rest)
    return True


def _reaches(paths: set[Path], names: list[str]) -> bool:
    return not names or any(path.exists() and names[0] in names_of(path) for path in paths)


def anchors(path: Path) -> set[str]:
    """The anchors of a guide's headings, as forges write them."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def link_exists(guide: Path, target: str) -> bool:
    if "://" in target:
        return True
    name, _, anchor = target.partition("#")
    path = (guide.parent / name).resolve() if name else guide
    return path.exists() and (not anchor or anchor in anchors(path))


def missing(guide: Path) -> Iterator[str]:
    text = guide.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    yield from (f"link {each}" for each in LINK.findall(text) if not link_exists(guide, each))
    plain = LINK.sub("]", text)
    yield from (each for each in PATH.findall(plain) if not path_exists(each))
    yield from (f"make {each}" for each in TARGET.findall(text) if each not in targets)
    yield from (f"manage.py {n}" for n in COMMAND.findall(text) if n not in get_commands())
    for code in CODE.findall(plain):
        for dotted in DOTTED.findall(PATH.sub("", code)):
            if not dotted_exists(dotted):
                yield dotted
        yield from (each for each in CONSTANT.findall(code) if each not in words())


@pytest.mark.parametrize("guide", guides(), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_guide_names_exists(guide: Path) -> None:
    assert sorted(set(missing(guide))) == []


def test_every_guide_stands_in_the_index() -> None:
    docs = ROOT / "docs"
    linked = {(docs / each).resolve() for each in LINK.findall((docs / "README.md").read_text())}
    pages = {*docs.glob("*.md"), *docs.glob("results/*.md")} - {docs / "README.md"}
    assert sorted(path.name for path in pages - linked) == []


def test_what_does_not_exist_is_told(tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(
        "[a](none.md) [b](#none) `services/none` `learning.rounds.none` `queue.hold_none`\n"
        "`TrainingRun.none` `tests/test_guides.py::none` `schema_none.py` `WITHOUT_NONE`\n"
        "    make none\n    python manage.py none\n"
    )
    assert len(set(missing(guide))) == 11
