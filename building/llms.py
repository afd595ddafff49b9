"""Write `llms.txt`, by which programs that read find their way (llmstxt.org): `python
building/llms.py`, after `manage.py schemas docs/schemas`.

It is made of what there is: the index of the guides, the commands, the API's description and the
schemas. The site serves it, and a wheel brings it.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NAME = "llms.txt"
OPENAPI = "docs/schemas/openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")
LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
READER = re.compile(r"\*\*(An? [^*]+)\*\*")


def text_of(root: Path = ROOT) -> str:
    """The whole file. Raises OSError, KeyError where something it is made of lacks."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    parts = [
        "# Antifaz",
        f"> {project['description']}",
        _paragraph(root / "README.md"),
        "Addresses that begin with docs/ lead into the repository, and into the sdist; "
        "/api/openapi.json is of a running site, for who has a token or is signed in.",
    ]
    for title, lines in _sections(root):
        parts.append(f"## {title}\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _sections(root: Path) -> Iterator[tuple[str, list[str]]]:
    yield from _guides(root)
    yield "Commands", list(_commands())
    yield "REST API", list(_operations(json.loads((root / OPENAPI).read_text(encoding="utf-8"))))
    yield "Schemas", list(_schemas(root))


def _guides(root: Path) -> Iterator[tuple[str, list[str]]]:
    """A section for each reader of docs/README.md; a guide stands where it is named first."""
    index = root / "docs" / "README.md"
    _before, *parts = READER.split(index.read_text(encoding="utf-8"))
    seen: set[Path] = {index}
    for reader, text in zip(parts[::2], parts[1::2], strict=True):
        lines = []
        for bullet in re.split(r"\n- ", text)[1:]:
            links = list(LINK.finditer(bullet))
            for link, after in zip(links, [*links[1:], None], strict=True):
                path = (index.parent / link[2].partition("#")[0]).resolve()
                if path in seen:
                    continue
                seen.add(path)
                said = bullet[link.end() : after.start() if after else len(bullet)]
                lines.append(_line(link[1], path.relative_to(root), _said(said, link[1], path)))
        yield f"For {reader[0].lower()}{reader[1:]}", lines


def _said(after: str, title: str, path: Path) -> str:
    """What the index says of a guide, else its heading, else its first sentence."""
    if after.startswith(": "):
        return after[2:].split(" [")[0]
    heading = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    if heading.lower() != title.lower():
        return heading
    return re.split(r"(?<=[.?]) |:$", _paragraph(path))[0]


def _paragraph(path: Path) -> str:
    """The first paragraph of a guide, in plain words."""
    text = path.read_text(encoding="utf-8").partition("\n")[2].strip().split("\n\n")[0]
    return LINK.sub(r"\1", " ".join(text.split()))


def _commands() -> Iterator[str]:
    from antifaz.command_line.listing import GROUPS

    for group in GROUPS.values():
        for name, words in group.items():
            yield _line(f"antifaz {name}", Path("docs/commands.md"), words)


def _operations(described: dict[str, Any]) -> Iterator[str]:
    yield f"- [OpenAPI 3.1](/api/openapi.json): {_sentence(described['info']['description'])}"
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            if method in METHODS:
                words = operation.get("description") or operation["summary"]
                pointer = path.replace("~", "~0").replace("/", "~1")
                place = f"{OPENAPI}#/paths/{pointer}/{method}"
                yield f"- [{method.upper()} {path}]({place}): {_sentence(words)}"


def _schemas(root: Path) -> Iterator[str]:
    for path in sorted((root / "docs" / "schemas").glob("*.schema.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        yield _line(schema["title"], path.relative_to(root), _sentence(schema["description"]))


def _line(title: str, path: Path, words: str) -> str:
    return f"- [{_capital(title)}]({path.as_posix()}): {_sentence(words)}"


def _sentence(words: str) -> str:
    """The first sentence of some words, with a capital and a full stop."""
    first = re.split(r"(?<=[.?]) ", " ".join(words.split()))[0].rstrip(" ,;:.")
    return _capital(first) + ("" if first.endswith("?") else ".")


def _capital(words: str) -> str:
    """With a capital, but for names that have their own way."""
    first = words.partition(" ")[0]
    is_name = first == "antifaz" or first != first.lower()
    return words if is_name else words[:1].upper() + words[1:]


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    (ROOT / NAME).write_text(text_of(), encoding="utf-8")
