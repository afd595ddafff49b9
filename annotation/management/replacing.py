"""Options of the commands that replace: single labels, q, shared words, spans, and the key."""

from argparse import Action, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from annotation.management.reporting import number
from annotation.refusals import Refused
from annotation.services.release.outgoing import SPANS
from annotation.services.revision.rules import NAMES, SAID_IN
from annotation.services.standalone.keys import new_key, others_may_read, read_key
from annotation.services.standalone.streaming.resuming import can_go_on, was_begun
from surrogates.draw import key_of_number


class LabelStrategy(Action):
    """Collects LABEL=STRATEGY, once per label; the label may hold a "="."""

    def __call__(self, parser: ArgumentParser, space: Namespace, value: object, *_: object) -> None:
        label, _sign, strategy = str(value).rpartition("=")
        if not label or strategy not in NAMES:
            parser.error(f"--label-strategy {value}: expected LABEL=, then {', '.join(NAMES)}")
        chosen = {**getattr(space, self.dest), label: strategy}
        setattr(space, self.dest, chosen)


def dialogues(text: str) -> int:
    """An argument type: 2 or more, for a word of one dialogue alone would tell on it."""
    return int(number(lambda value: value >= 2 and value % 1 == 0, "whole number above 1")(text))


probability = number(lambda value: 0 < value <= 1, "number above 0 and at most 1")


def add_rules(parser: ArgumentParser, *, q: float | None, by_default: str) -> None:
    add = parser.add_argument
    add(
        "--label-strategy", action=LabelStrategy, default={}, dest="label_strategies",
        metavar="LABEL=STRATEGY", help="another strategy for one label; may be repeated",
    )  # fmt: skip
    add(
        "--said-in", type=dialogues, default=SAID_IN, metavar="N",
        help="words and own values are drawn that N dialogues say or more; default: %(default)s",
    )  # fmt: skip
    add(
        "--q", type=probability, default=q,
        help=f"probability that an item is replaced, for research only; default: {by_default}",
    )  # fmt: skip
    add(
        "--leave-originals", action="store_true",
        help="confirm that with q below 1 real names stay in the output",
    )  # fmt: skip
    add(
        "--spans", choices=SPANS,
        help="marked: spans tell what was replaced, and so every name that is left; default: none"
        + ("" if q is not None else ", but marked with --strategy none"),
    )  # fmt: skip


SEEDED = (
    "a seed is found by trying, and with it originals: for research on invented texts; "
    "use --new-key for texts of people"
)


def private_file(path: str) -> str:
    """An argument type: a file that only its owner can read."""
    if others_may_read(path):
        raise ArgumentTypeError(f"{path}: others can read this key; expected mode 600")
    return path


def add_key(parser: ArgumentParser) -> None:
    one = parser.add_mutually_exclusive_group(required=True)
    one.add_argument(
        "--key", type=private_file, metavar="FILE", help="32 bytes: the same key draws the same"
    )
    one.add_argument("--new-key", metavar="FILE", help="write a new key there, and use it")
    one.add_argument("--seed", type=int, help="a number in place of a key, for research only")


def warn_of_seed(options: Mapping[str, object], say: Callable[[str], object]) -> str:
    """Say that a seed is no key, and return what of that belongs into the report."""
    if options["seed"] is None:
        return ""
    say(f"--seed: {SEEDED}")
    return SEEDED


def chosen_key(options: Mapping[str, Any]) -> AbstractContextManager[bytes]:
    """The key of the draws, for as long as the work takes. Raises Refused, OSError.

    Where work goes on that was interrupted, the new key is the one that was made for it then.
    """
    if path := options["new_key"]:
        if options["resume"] and was_begun(options["out"]) and Path(path).exists():
            if others_may_read(path):
                raise Refused(f"{path}: others can read this key; expected mode 600")
            return nullcontext(read_key(path))
        return new_key(path, lambda: options["resume"] and can_go_on(options["out"]))
    if options["key"]:
        return nullcontext(read_key(options["key"]))
    return nullcontext(key_of_number(options["seed"]))
