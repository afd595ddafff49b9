"""What people made of a tool's spans: kept, corrected, rejected, and what they had to add.

Called by the review of another tool's work, turn by turn; counts add up over turns.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from learning.metrics.precision_recall import covered
from learning.types import Span, overlaps

# A found span is corrected where a final one that is not the same overlaps it.
FATES = ("accepted", "bounds", "label", "both", "rejected")


@dataclass(slots=True)
class Tally:
    """Counts of one label. `fates` are of the tool's spans of this label; `added`, `final` and
    `hidden` of the spans that people left: those that no span of the tool's became, all, and those
    of which it had found every character, under whatever label."""

    fates: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FATES, 0))
    added: int = 0
    final: int = 0
    hidden: int = 0

    @property
    def found(self) -> int:
        return sum(self.fates.values())

    @property
    def accepted(self) -> int:
        return self.fates["accepted"]

    @property
    def corrected(self) -> int:
        return self.fates["bounds"] + self.fates["label"] + self.fates["both"]

    def add(self, other: "Tally") -> None:
        for fate, count in other.fates.items():
            self.fates[fate] += count
        self.added += other.added
        self.final += other.final
        self.hidden += other.hidden


def match_spans(proposed: Sequence[Span], final: Sequence[Span]) -> tuple[list[str], list[Span]]:
    """The fate of each found span, and the final ones that none of them became."""
    left = dict(enumerate(final))
    fates = ["rejected"] * len(proposed)
    # The origin of a final span is the same one, else the same stretch, else one of its label,
    # else the one that it shares most characters with.
    pairs = sorted(
        (
            (_rank(one, other), place, at)
            for place, one in enumerate(proposed)
            for at, other in enumerate(final)
            if overlaps(one, other)
        ),
    )
    for _nearness, place, at in pairs:
        if at in left and fates[place] == "rejected":
            fates[place] = _fate(proposed[place], left.pop(at))
    return fates, list(left.values())


def _rank(one: Span, other: Span) -> tuple[bool, bool, int]:
    """Smaller is nearer; False before True."""
    shared = min(one.end, other.end) - max(one.start, other.start)
    return (one.start, one.end) != (other.start, other.end), one.label != other.label, -shared


def _fate(one: Span, other: Span) -> str:
    moved = (one.start, one.end) != (other.start, other.end)
    renamed = one.label != other.label
    return ("both" if renamed else "bounds") if moved else ("label" if renamed else "accepted")


def tally_turns(turns: Iterable[tuple[str, Sequence[Span], Sequence[Span]]]) -> dict[str, Tally]:
    """Counts by label over turns of (text, what the tool found, what people left)."""
    tallies: dict[str, Tally] = {}
    for text, proposed, final in turns:
        fates, added = match_spans(proposed, final)
        for span, fate in zip(proposed, fates, strict=True):
            tallies.setdefault(span.label, Tally()).fates[fate] += 1
        for span in added:
            tallies.setdefault(span.label, Tally()).added += 1
        for span in final:
            tally = tallies.setdefault(span.label, Tally())
            tally.final += 1
            tally.hidden += covered(text, span, proposed)
    return dict(sorted(tallies.items()))
