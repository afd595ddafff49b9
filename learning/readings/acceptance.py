"""What people made of a model's proposals, and whether seeing them changed what they said.

Called by `annotation.services.team.agreement` with one `Offer` for each reading of a turn.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from learning.metrics.precision_recall import Figures, ratio, span_figures
from learning.types import Span, overlaps


@dataclass(frozen=True, slots=True)
class Offer:
    """The proposals of one model on a turn, and what one person said of it."""

    proposals: tuple[Span, ...]
    own: tuple[Span, ...]
    accepted: frozenset[int] = frozenset()  # places in `proposals`; what is in neither is undecided
    rejected: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Hits:
    """Counts of proposals by what became of them."""

    readings: int = 0
    accepted: int = 0
    corrected: int = 0  # rejected, with an own span in its place
    rejected: int = 0
    undecided: int = 0
    missed: int = 0  # own spans that no proposal touched

    @property
    def proposed(self) -> int:
        return self.accepted + self.corrected + self.rejected + self.undecided

    @property
    def precision(self) -> float:
        """The share of the decided proposals that were accepted as they stood."""
        return ratio(self.accepted, self.accepted + self.corrected + self.rejected)

    @property
    def recall(self) -> float:
        """The share of what people labelled that was proposed just so."""
        return ratio(self.accepted, self.accepted + self.corrected + self.missed)


def count_hits(offers: Iterable[Offer]) -> Hits:
    """What became of each proposal, over readings in which it was shown."""
    readings = accepted = corrected = rejected = undecided = missed = 0
    for offer in offers:
        readings += 1
        for place, proposal in enumerate(offer.proposals):
            if place in offer.accepted:
                accepted += 1
            elif place not in offer.rejected:
                undecided += 1
            elif any(overlaps(proposal, span) for span in offer.own):
                corrected += 1
            else:
                rejected += 1
        missed += sum(
            not any(overlaps(proposal, span) for proposal in offer.proposals) for span in offer.own
        )
    return Hits(readings, accepted, corrected, rejected, undecided, missed)


def match_people(offers: Iterable[Offer]) -> Figures:
    """Span figures of the proposals against what people said, decisions left aside."""
    listed = [offer for offer in offers if offer.own or offer.proposals]
    return span_figures((offer.own for offer in listed), (offer.proposals for offer in listed))
