"""Options of `manage.py release`, `export_corpus` and `pseudonymise`: reasons for warnings, what
lifts limits, the catalogue entry of the file."""

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotation.formats import FORMATS
from annotation.services.evidence.bundles.gate import Line
from annotation.services.revision.rules import AS_IT_IS


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


def add_entry(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--croissant", default="", metavar="FILE",
        help="where to write the catalogue entry of the output, as Croissant",
    )  # fmt: skip


def check_entry(options: Mapping[str, Any], format: str) -> None:
    """An entry names files by their sums, those of a folder from within, and none that hold
    originals. Raises CommandError."""
    if not options["croissant"]:
        return
    out = options["out"]
    if out == "-":
        raise CommandError("--croissant needs a file to describe, not -", returncode=2)
    is_folder = FORMATS[format].has_members and not Path(out).suffix
    if is_folder and Path(options["croissant"]).parent.resolve() != Path(out).resolve():
        raise CommandError("--croissant of a folder lies in it", returncode=2)
    if options["strategy"] == AS_IT_IS:
        raise CommandError("--croissant describes no file of originals", returncode=2)


def held_words(limits: Sequence[Line]) -> str:
    """What holds a file back, and what lifts it, in a sentence."""
    told = "; ".join(f"{line.name} ({line.title})" for line in limits)
    return (
        f"nothing was written, a limit is broken: {told}; a manager or data steward lifts it in "
        "writing: --sign NAME --reason LIMIT=TEXT"
    )
