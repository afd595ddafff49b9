"""Whether a text is LaTeX that compiles, where no LaTeX is installed: read by a strict parser, with
macros of the kernel alone and no sign that its default fonts lack."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexSpecialsNode,
    LatexWalker,
    LatexWalkerParseError,
)

MACROS = frozenset(
    {
        "documentclass", "usepackage", "section", "paragraph", "textbackslash", "textasciitilde",
        "textasciicircum", "dots", "texttt", "geq", "leq", "&", "%", "$", "#", "_", "{", "}",
    }
)  # fmt: skip
LIGATURES = frozenset({"~", "``", "''", "--", "---", "!`", "?`"})


def faults_of(tex: str) -> list[str]:
    """What would stop a compiler, in words; none of a good text."""
    try:
        nodes, _at, _length = LatexWalker(tex, tolerant_parsing=False).get_latex_nodes()
    except LatexWalkerParseError as error:
        return [f"cannot be parsed: {error.msg}"]
    documents = [each for each in nodes if isinstance(each, LatexEnvironmentNode)]
    if [each.environmentname for each in documents] != ["document"]:
        return ["no document"]
    return list(_faults(nodes))


def _faults(nodes: Sequence[Any], math: bool = False) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, LatexCharsNode):
            yield from (f"{sign!r} in text" for sign in node.chars if not _is_plain(sign, math))
        elif isinstance(node, LatexMacroNode):
            if node.macroname not in MACROS:
                yield f"unknown: {node.macroname}"
            arguments = node.nodeargd.argnlist if node.nodeargd else ()
            yield from _faults([each for each in arguments if each is not None], math)
        elif isinstance(node, LatexSpecialsNode):
            if node.specials_chars not in LIGATURES:
                yield f"{node.specials_chars!r} in text"
        elif isinstance(node, LatexMathNode | LatexGroupNode | LatexEnvironmentNode):
            yield from _faults(node.nodelist, math or isinstance(node, LatexMathNode))
        else:
            yield f"{type(node).__name__} in text"


def _is_plain(sign: str, math: bool) -> bool:
    """Signs of ASCII but for those that mean something, and Latin letters with their accents."""
    if sign.isascii():
        return sign not in ("^_&#" if not math else "&#") and (sign.isprintable() or sign == "\n")
    accented = unicodedata.normalize("NFD", sign)[0].isascii() and ord(sign) < 0x180
    return accented or sign in "ßæœøłđðþÆŒØŁĐÐÞıªº¿¡«»·°§"
