"""The options of `import_corpus`, and how far an import is."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable

from annotation.formats import FORMATS
from annotation.formats.files.columns import ROLES, role_named

CHOICES = (
    "format", "create", "name", "lang", "labels", "spans", "split", "encoding", "user",
    "tool", "replaced", "labelmap", "duplicates", "columns",
)  # fmt: skip


def add_options(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("project", help="short name of the project")
    add("files", nargs="+", metavar="FILE", help="files, folders of brat pairs, or -")
    add("--format", default="auto", help=f"{', '.join(FORMATS)} (default: recognised)")
    add("--create", action="store_true", help="make the project if there is none")
    add("--name", default="", help="name of a new project (default: its short name)")
    add("--lang", default="", metavar="es", help="language of dialogues that do not say theirs")
    add("--labels", default="", metavar="SCHEME", help="label scheme of a new project")
    add(
        "--as", dest="spans", default="gold",
        choices=["gold", "machine", "text", "replaced", "masked", "found"],
        help="spans made by people (gold, the default), by a program, or to be left out (text);"
        " texts that a program replaced, with their originals or without (masked);"
        " or what a program found in dialogues that are in the project (found)",
    )  # fmt: skip
    add("--tool", default="", metavar="NAME", help="the program whose work it is, for review")
    add(
        "--replaced", action="append", default=[], metavar="FILE",
        help="with --as replaced: the replaced versions of the dialogues in the FILEs",
    )  # fmt: skip
    add("--labelmap", default="", metavar="FILE", help='lines "THEIRS = LABEL", "*" for others')
    add(
        "--split",
        choices=["pool", "test", "aside"],
        default="pool",
        help="to label, to measure the model, or only to be replaced",
    )
    add(
        "--columns", type=columns, default={}, metavar="text=NAME,speaker=NAME",
        help="of a table (CSV, TSV): what stands in which column, where its header does not tell;"
        " id, speaker, text, time, end, language",
    )  # fmt: skip
    add("--encoding", default="utf-8", help="of the files (default utf-8)")
    add("--user", default="", help="who imports, and manages a new project (default: a manager)")
    add(
        "--duplicates", choices=["skip", "keep", "refuse"], default="skip",
        help="dialogues whose text is there under another id: left out (the default, status 3),"
        " imported too, or the file is refused",
    )  # fmt: skip


def columns(text: str) -> dict[str, str]:
    """ "text=message,speaker=who" by the roles that tables have."""
    said: dict[str, str] = {}
    for pair in text.split(","):
        given, sign, name = pair.partition("=")
        role = role_named(given.strip())
        if role is None or not sign or not name.strip() or role in said:
            raise ArgumentTypeError(f"expected ROLE=NAME, each role once of {', '.join(ROLES)}")
        said[role] = name.strip()
    return said


def phase_teller(tell: Callable[[str, int, int | None, str], None]) -> Callable[[float, str], None]:
    """Called by the import with (fraction, phase): "reading:400", "writing:200:4000"."""

    def report(_share: float, phase: str) -> None:
        kind, _colon, rest = phase.partition(":")
        done, _colon, total = rest.partition(":")
        tell(kind, int(done or 0), int(total) if total else None, "turns")

    return report
