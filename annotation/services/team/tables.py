"""A report of agreement as lines of text, for `manage.py agreement`."""

from collections.abc import Iterator, Mapping
from typing import Any

LISTED = 20  # dialogues


def lines_of(summary: Mapping[str, Any]) -> Iterator[str]:
    """What `agreement.summarise` says, in tables; of the dialogues those that are agreed least."""
    kinds = ", ".join(f"{n} {kind}" for kind, n in summary["disagreements"].items())
    yield (
        f"level {summary['level']}: {summary['turns']} turns that several people read, "
        f"{summary['tokens']} tokens; {summary['unsettled']} turns not agreed yet"
    )
    yield f"alpha (BIO tags) {summary['alpha']:.4f}, F1 (spans) {summary['f1']:.4f}"
    yield _row("pair", "turns", "kappa", "F1")
    for row in summary["pairs"]:
        yield _row(" / ".join(row["readers"]), *_of(row, "turns kappa f1"))
    yield _row("label", "", "alpha", "F1")
    for name, row in summary["labels"].items():
        yield _row(name, "", *_of(row, "alpha f1"))
    yield _row("against the agreed", "precision", "recall", "F1")
    for name, row in summary["people"].items():
        yield _row(name, *_of(row, "precision recall f1"))
    yield f"disagreements: {kinds}"
    for row in summary["confusions"]:
        yield _row(" / ".join(row["labels"]), row["n"])
    yield _row("dialogue", "turns", "alpha", "F1", "differ")
    for row in summary["dialogues"][:LISTED]:
        yield _row(row["dialogue"], *_of(row, "turns alpha f1 differences"))


def _of(row: Mapping[str, Any], keys: str) -> list[object]:
    return [row[key] for key in keys.split()]


def _row(name: str, *cells: object) -> str:
    texts = [f"{cell:.4f}" if isinstance(cell, float) else str(cell) for cell in cells]
    return f"{name:30.30}" + "".join(f"{text:>10}" for text in texts)
