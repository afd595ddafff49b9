"""Options of `manage.py release` and `export_corpus`: reasons for warnings, what lifts limits."""

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Sequence

from annotation.services.evidence.bundles.gate import Line


class Reason(Action):
    """Collects CHECK=TEXT, once a check."""

    def __call__(self, parser: ArgumentParser, space: Namespace, value: object, *_: object) -> None:
        check, _sign, words = str(value).partition("=")
        if not check or not words.strip():
            parser.error(f"{self.option_strings[0]}: expected CHECK=, then why")
        setattr(space, self.dest, {**getattr(space, self.dest), check: words})


def add_lifting(parser: ArgumentParser) -> None:
    """Who lifts limits that are broken, and what she writes to each."""
    parser.add_argument(
        "--sign", default="", metavar="NAME", help="the manager or steward who lifts limits"
    )
    parser.add_argument(
        "--reason",
        action=Reason,
        default={},
        metavar="LIMIT=TEXT",
        help="what lifts a limit that is broken; may be repeated",
    )


def held_words(limits: Sequence[Line]) -> str:
    """What holds a file back, and what lifts it, in a sentence."""
    told = "; ".join(f"{line.name} ({line.title})" for line in limits)
    return (
        f"nothing was written, a limit is broken: {told}; a manager or data steward lifts it in "
        "writing: --sign NAME --reason LIMIT=TEXT"
    )
