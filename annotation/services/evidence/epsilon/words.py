"""The table of epsilon as lines of text for `manage.py privacy`, from its JSON."""

from collections.abc import Mapping
from typing import Any

from annotation.evidence.bounds.names import list_title

NONE = "No finite epsilon"
TOGETHER = (
    "No number is told over all labels: each rests on its own list and its own p, and one label "
    "without a finite epsilon leaves the whole without one."
)
NOTHING_STANDS = (
    "no figure is told: if every item is found (p = 1), what stands there is the same for every "
    "word, so that it tells nothing of it; below 1 there is no finite epsilon"
)
DOES_NOT_COVER = (
    "Epsilon protects one word against another, given all the rest of the dialogue. It says "
    "nothing of what is told around the word, of a person who is named several times, or of "
    "dialogues by one speaker [Mattern22, Meisenbacher24]. p is an average: a form that is missed "
    "every time has no p at all."
)


def lines_of(summary: Mapping[str, Any]) -> list[str]:
    """A paragraph a label, those without an epsilon first, and what no figure covers."""
    lines = [line for row in summary["labels"] for line in _label(row)]
    return [*lines, "", TOGETHER, "", DOES_NOT_COVER]


def pi_line(summary: Mapping[str, Any]) -> list[str]:
    """The figures of one distribution."""
    reasons = "; ".join(summary["no_finite_epsilon"])
    shown = f"epsilon {summary['epsilon']:.6f}" if not reasons else f"{NONE}: {reasons}"
    return [f"{shown}; delta(0) {summary['delta_at_0']:.6f}; {summary['size']} candidates, the "
            f"rarest {summary['smallest']:.3g}; p {summary['p']:g}"]  # fmt: skip


def _label(row: Mapping[str, Any]) -> list[str]:
    p, delta = row["p"], row["delta_at_0"]
    found = "p not known" if p is None else f"p {p:.4f}, delta(0) {delta:.4f}"
    lines = [f"{row['label']} ({row['strategy']}): {found}"]
    for each in row["lists"]:
        drawn = f"  {list_title(each['list'])} ({each['lang']}): {each['size']}, the rarest "
        lines.append(f"{drawn}{each['smallest']:.3g}" + (", private" if each["private"] else ""))
    if row["outside"] is not None:
        lines.append(f"  real words on no list: {100 * row['outside']:.1f} %")
    if row["epsilon"] is None:
        lines.append(f"  {NONE}: {'; '.join(row['no_finite_epsilon'])}")
    elif not row["lists"]:  # a placeholder; 0 alone would read as a promise
        lines.append(f"  {NOTHING_STANDS}")
    else:
        lines.append(
            f"  epsilon {row['epsilon']:.4f} a word; {row['composed']:.4g} over the {row['most']} "
            "words of one dialogue"
        )
    return lines
