"""The section on methods that lies in a bundle, as Markdown and as LaTeX that compiles by itself.

Called by who writes bundles. Both are the same paragraphs, with the evidence's own numbers.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

TEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"$<$", ">": r"$>$", "\N{NO-BREAK SPACE}": "~", "–": "--", "—": "---",
    "“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\dots{}", "≥": r"$\geq$", "≤": r"$\leq$",
}  # fmt: skip
READ_BY = {"model": "a model alone", "one": "one person", "two": "two people or more"}


def paragraphs(evidence: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(heading, text) of each paragraph."""
    file, counts, terms = evidence["file"], evidence["counts"], evidence["terms"]
    yield (
        "Corpus",
        f"{evidence['title']} holds {counts['dialogues']} dialogues with {counts['turns']} turns "
        f"({file['language']}), of {'about ' * counts['rounded']}{counts['of']} in the project. "
        f"{_held(evidence)}",
    )
    reading = "; ".join(
        f"{READ_BY[row['read_by']]}: {'about ' * row['about']}{row['dialogues']} dialogues, "
        f"{row['items']} items"
        for row in evidence["reading"]
    )
    yield "Reading", f"Who read a whole dialogue at least: {reading or 'not known'}."
    marked = "are marked with spans, so that every name without a mark is real"
    yield (
        "Replacement",
        f"{counts['items']} items of {len(evidence['labels'])} labels were replaced (strategy "
        f"{file['strategy']}{_exceptions(file)}). Replaced items "
        f"{marked if file['spans_marked'] else 'are not marked'}. Each dialogue was searched for "
        "every original of the project as it was written, and held back where one showed.",
    )
    yield "What is left", _left(evidence)
    yield "Attacks", _attacks(evidence)
    checks = "; ".join(f"{each['title']}: {each['figure']}" for each in evidence["gate"])
    names = ", ".join(each["name"] for each in evidence["signatures"]) or "nobody"
    yield "Release", f"Checks: {checks or 'none'}. Signed by {names}."
    yield (
        "Terms",
        f"Licence: {terms['licence'] or 'not stated'}. To be looked at again by "
        f"{terms['again_by']}. Made with Antifaz {evidence['versions']['antifaz']}.",
    )


def to_markdown(evidence: Mapping[str, Any]) -> str:
    parts = [f"## {_one_line(head)}\n\n{_one_line(text)}\n" for head, text in paragraphs(evidence)]
    return "# Methods\n\n" + "\n".join(parts)


def to_latex(evidence: Mapping[str, Any]) -> str:
    body = "\n\n".join(
        f"\\paragraph{{{_tex(head)}.}} {_tex(text)}" for head, text in paragraphs(evidence)
    )
    return (
        "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n"
        f"\\begin{{document}}\n\\section*{{Methods}}\n\n{body}\n\n\\end{{document}}\n"
    )


def _held(evidence: Mapping[str, Any]) -> str:
    held = evidence["held_back"]
    if not held["dialogues"]:
        return "None was held back."
    return f"{'About ' if held['about'] else ''}{held['dialogues']} were held back."


def _exceptions(file: Mapping[str, Any]) -> str:
    rows = [f"{label}: {strategy}" for label, strategy in sorted(file["by_label"].items())]
    left = f"; q = {file['q']}" if file["q"] < 1 else ""
    return (f"; {', '.join(rows)}" if rows else "") + left


def _left(evidence: Mapping[str, Any]) -> str:
    left, where, rest = evidence["left"], "the file", ""
    if not left:  # what the model leaves is known by itself, where readers were not measured
        rows = {row["read_by"]: row["left"] for row in evidence["reading"]}
        left, where = rows.get("model"), "the turns that a model alone has read"
        rest = " What people overlooked was not measured."
    if not left:
        return "How many personal items are left was not measured."
    return (
        f"About {left['expected']} personal items are expected to be left in {where} (95 % "
        f"interval {left['low']} to {left['most']}, rounded outwards).{rest} An item counts as "
        "left if any character of it stays."
    )


def _attacks(evidence: Mapping[str, Any]) -> str:
    measured = evidence["measured"]["attack"]
    rows = findings_of(measured["figures"]) if measured else []
    if not rows:
        return "The release was not attacked."
    states = [row.get("state") for row in rows]
    told = [str(row.get("name")) for row in rows if row.get("state") == "told"]
    text = (
        f"{len(rows)} attacks were tried: {states.count('held')} found nothing beyond chance or "
        f"their limit, {len(told)} told something, {states.count('not run')} could not be run."
    )
    return text + (f" Those that told something: {', '.join(told)}." if told else "")


def findings_of(figures: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The findings of an attack measurement, as `Finding.to_json` wrote them."""
    return [
        row for row in figures.get("findings", []) if isinstance(row, Mapping) and "state" in row
    ]


def _one_line(text: str) -> str:
    """Text of people is no markup: one line, a stroke before each sign that Markdown knows."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", " ".join(text.split())).replace(r"\< 10", "< 10")


def _tex(text: str) -> str:
    return "".join(map(_sign, " ".join(text.split())))


def _sign(char: str) -> str:
    """A sign that LaTeX takes by itself: what its fonts of Latin letters lack is told by number."""
    if char in TEX:
        return TEX[char]
    plain = unicodedata.normalize("NFD", char)[0]
    is_latin = (
        char.isascii()
        or char in "ßæœøłđðþÆŒØŁĐÐÞıªº¿¡«»·°§"
        or (char.isalpha() and plain.isascii() and ord(char) < 0x180)
    )
    return char if is_latin and char.isprintable() else f"\\texttt{{U+{ord(char):04X}}}"
