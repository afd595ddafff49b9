"""The modules of the checkout under the name that they have in a wheel: `learning.x` becomes
`antifaz.learning.x`, in imports and in strings that name a module. Called by `wheel_tree`."""

import ast
import re
from collections.abc import Collection, Iterator

HOME = "antifaz"
ROOTS = ("annotation", "learning", "surrogates", "webapp")
DOTTED = re.compile(rf"(?:{'|'.join(ROOTS)})(?:\.\w+)+")
MOST = 2  # attributes after the module: a class and a method

Edit = tuple[int, int, str]  # start and end in bytes of the file, and what stands there


class Unclear(ValueError):
    """A name of a module stands where it cannot be renamed."""


def moved(text: str, modules: Collection[str], place: str = "") -> str:
    """The source of a module with every name of ours under HOME; its lines stay where they are.

    modules: the dotted names of all modules of the checkout. Raises: Unclear, SyntaxError.
    """
    data = text.encode()
    begins = [0]
    for line in data.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))

    def bounds(node: ast.stmt | ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = begins[node.lineno - 1] + node.col_offset
        return start, begins[node.end_lineno - 1] + node.end_col_offset

    edits: list[Edit] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and is_ours(node.module) and not node.level:
            start, _end = bounds(node)
            begun = re.match(rb"from\s+", data[start:])
            assert begun
            edits.append((start + begun.end(), start + begun.end(), f"{HOME}."))
        elif isinstance(node, ast.Import) and any(is_ours(each.name) for each in node.names):
            edits.append((*bounds(node), "; ".join(_imports(node))))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if not names_module(node.value, modules):
                continue
            start, end = bounds(node)
            if data[start + 1 : end - 1].decode() != node.value:
                raise Unclear(f"{place}:{node.lineno}: {node.value} in a larger string")
            edits.append((start + 1, start + 1, f"{HOME}."))
    for start, end, new in sorted(edits, reverse=True):
        data = data[:start] + new.encode() + data[end:]
    return data.decode()


def is_ours(name: str | None) -> bool:
    return name is not None and name.partition(".")[0] in ROOTS


def names_module(value: str, modules: Collection[str]) -> bool:
    """Whether a string is the dotted name of a module, or of something in one.

    "annotation.Label" is not: so Django names a model of an app, whose label stays.
    """
    if not DOTTED.fullmatch(value):
        return False
    parts = value.split(".")
    shortest = max(2, len(parts) - MOST)
    return any(".".join(parts[:n]) in modules for n in range(shortest, len(parts) + 1))


def _imports(node: ast.Import) -> Iterator[str]:
    """The statements that bind what `import a, b.c, d as e` binds, under HOME."""
    for each in node.names:
        name = f"{HOME}.{each.name}" if is_ours(each.name) else each.name
        if each.asname:
            yield f"import {name} as {each.asname}"
            continue
        if name == each.name or "." in each.name:
            yield f"import {name}"
        if name != each.name:
            yield f"from {HOME} import {each.name.partition('.')[0]}"
