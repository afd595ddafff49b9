"""Options of `manage.py release`, `export_corpus` and `pseudonymise`: reasons for warnings, what
lifts limits, the catalogue entry of the file."""

import os
import re
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotation.formats import FORMATS
from annotation.services.evidence.bundles.gate import Line
from annotation.services.revision.rules import AS_IT_IS

OTHERS = ("input", "out", "report", "allow", "key", "new_key")  # options that name files


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
    originals. It takes the place of no other file of the command. Raises CommandError."""
    if not options["croissant"]:
        return
    out, entry = options["out"], Path(options["croissant"])
    if out == "-":
        raise CommandError("--croissant needs a file to describe, not -", returncode=2)
    is_folder = FORMATS[format].has_members and not Path(out).suffix
    if is_folder and entry.parent.resolve() != Path(out).resolve():
        raise CommandError("--croissant of a folder lies in it", returncode=2)
    if options["strategy"] == AS_IT_IS:
        raise CommandError("--croissant describes no file of originals", returncode=2)
    others = [Path(options[name]) for name in OTHERS if options.get(name)]
    is_member = is_folder and re.match(r"d\d{4,}\.", entry.name)
    if is_member or entry.resolve() in [each.resolve() for each in others]:
        text = "--croissant names a file that the command reads or writes; expected one of its own"
        raise CommandError(text, returncode=2)
    if str(entry) == "-" or not _may_be_written(entry):
        raise CommandError("--croissant: expected a file that can be written", returncode=2)


def _may_be_written(path: Path) -> bool:
    """Whether a file may be put there, as far as can be told before."""
    folder = next(each for each in path.absolute().parents if each.exists())
    return not path.is_dir() and folder.is_dir() and os.access(folder, os.W_OK)


def held_words(limits: Sequence[Line]) -> str:
    """What holds a file back, and what lifts it, in a sentence."""
    told = "; ".join(f"{line.name} ({line.title})" for line in limits)
    return (
        f"nothing was written, a limit is broken: {told}; a manager or data steward lifts it in "
        "writing: --sign NAME --reason LIMIT=TEXT"
    )
