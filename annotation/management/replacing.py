"""Options of the commands that replace: a strategy for single labels, and q."""

from argparse import Action, ArgumentParser, Namespace
from typing import Any

from annotation.management.reporting import number
from annotation.services.rules import NAMES


class LabelStrategy(Action):
    """Collects LABEL=STRATEGY, once a label; the label may hold a "="."""

    def __call__(self, parser: ArgumentParser, space: Namespace, value: Any, *_: Any) -> None:
        label, _sign, strategy = str(value).rpartition("=")
        if not label or strategy not in NAMES:
            parser.error(f"--label-strategy {value}: expected LABEL=, then {', '.join(NAMES)}")
        chosen = {**getattr(space, self.dest), label: strategy}
        setattr(space, self.dest, chosen)


probability = number(lambda value: 0 < value <= 1, "number above 0 and at most 1")


def add_rules(parser: ArgumentParser, *, q: float | None, by_default: str) -> None:
    """Add --label-strategy, --q and --leave-originals."""
    add = parser.add_argument
    add(
        "--label-strategy", action=LabelStrategy, default={}, dest="label_strategies",
        metavar="LABEL=STRATEGY", help="another strategy for one label; may be repeated",
    )  # fmt: skip
    add(
        "--q", type=probability, default=q,
        help=f"probability that an item is replaced, for research only; default: {by_default}",
    )  # fmt: skip
    add(
        "--leave-originals", action="store_true",
        help="confirm that with q below 1 real names stay in the output",
    )  # fmt: skip
