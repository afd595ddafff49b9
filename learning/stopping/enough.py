"""What a manager takes for enough, and the verdict by it. Called by `advice.Watch`."""

from dataclasses import dataclass

NEAR = 2.0  # times what is enough: "nearly"
NOTHING = 1 / 3  # items left below which none is to be expected: truth is seldom above three times
SURPRISE = 2.0  # times the misses that are expected, at the least, and the verdict waits


@dataclass(frozen=True, slots=True)
class Enough:
    """A share of the F1 that all labels would give, or, where `missed` is a number, at most so many
    items missed in 100 unread turns."""

    share: float = 0.99
    missed: float | None = None

    def times(self, loss: float, left_per_100: float) -> float:
        """How far above what is enough: 1 and less is enough."""
        if self.missed is not None:
            return left_per_100 / self.missed
        return loss / (1 - self.share)

    def as_json(self) -> dict[str, float]:
        return {"share": self.share} if self.missed is None else {"missed": self.missed}


def verdict(
    enough: Enough,
    *,
    loss: float | None,  # share of full F1; None: too few models to tell
    left_per_100: float,
    unread: int,
    surprise: float,  # the least that was counted, by what is expected
) -> tuple[str, str]:
    """The verdict, and the code of what decided it.

    >>> verdict(Enough(0.99), loss=0.008, left_per_100=2.0, unread=900, surprise=0.5)
    ('stop', 'enough')
    """
    if unread <= 0:
        return "stop", "read"
    if loss is None:
        return "go_on", "few"
    if surprise <= SURPRISE and left_per_100 * unread / 100 < NOTHING:
        return "stop", "nothing_left"
    times = enough.times(loss, left_per_100)
    if times > NEAR:
        return "go_on", "changing"
    if times > 1:
        return "nearly", "close"
    return ("nearly", "audit") if surprise > SURPRISE else ("stop", "enough")
