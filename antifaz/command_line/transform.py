"""`antifaz transform`: label and replace what comes in, for pipes. Needs no Django, no project.

Plain text is one dialogue, a turn a line. Nothing comes out of a text in which an original would be
readable; of JSONL all other dialogues do.
"""

import io
import secrets
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from annotation.formats.files.archive import open_stream
from annotation.management.progress import Progress, add_progress
from annotation.management.stopping import (
    CLOSED_PIPE,
    Stopped,
    silence_unread,
    status_of,
    stoppable,
)
from annotation.refusals import Refused
from annotation.replacement.rules import NAMES
from annotation.services.standalone.keys import others_may_read, read_key
from annotation.services.storage.files import written
from antifaz.command_line.saying import FAILED, USAGE, say, say_error
from antifaz.replacing import Told, lines_and_held, pseudonymise
from antifaz.tagging import tag, tag_lines
from antifaz.values import Dialogue, Turn
from surrogates.draw import key_of_number

HELD_BACK = 3  # exit status
NOTICE = "an original would be readable; expected every mention of it labelled"


class Errors:
    """Standard error, as `Progress` writes to it."""

    def write(self, text: str, *, ending: str = "\n", **_style: Any) -> None:
        sys.stderr.write(text + ending)

    def flush(self) -> None:
        sys.stderr.flush()

    def isatty(self) -> bool:
        return sys.stderr.isatty()


def parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="antifaz transform",
        description="Label what comes in by a model and replace what it found. Lines of plain "
        "text are turns of one dialogue; JSONL is a dialogue a line, replaced by its own labels "
        "where no model is named. Exit status 3: something was held back.",
    )
    add = parser.add_argument
    add("source", nargs="?", default="-", metavar="IN", help="a file, also .gz; standard input: -")
    add("out", nargs="?", default="-", metavar="OUT", help="a file, also .gz; standard output: -")
    add("--model", metavar="DIR", help="folder of a model; text needs one")
    add("--strategy", choices=NAMES, default="entity", help="how items are replaced; entity")
    add("--format", choices=("auto", "text", "jsonl"), default="auto", help="of both sides; auto")
    add("--lang", default="es", metavar="es", help="language of a text; es")
    add("--threshold", type=float, metavar="T", help="mark a word unless it is harmless with T")
    add("--keep-ids", action="store_true", help="JSONL: ids and order stay; else d0001, drawn")
    add_progress(parser)
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--key", metavar="FILE", help="32 bytes: the same key draws the same")
    one.add_argument("--seed", type=int, help="a number in place of a key, for research only")
    return parser


def transform(arguments: Sequence[str]) -> int:
    """Returns the exit status; a wrong option ends the process with 2."""
    options = parser().parse_args(arguments)
    name = "stdin" if options.source == "-" else options.source
    try:
        with (
            stoppable(for_good=True),
            Progress("transform", Errors(), vars(options)) as progress,
            _lines(options.source) as lines,
        ):
            return _transform(lines, options, name, progress)
    except (KeyboardInterrupt, Stopped) as stop:
        return say("stopped", status_of(stop))
    except BrokenPipeError:
        silence_unread()  # nobody reads on: nothing is to be said
        return CLOSED_PIPE
    except UnicodeDecodeError as error:
        return say(f"{name}: {error.reason} at byte {error.start}; expected UTF-8", FAILED)
    except Exception as error:
        return say_error(error, "file")


@contextmanager
def _lines(path: str) -> Iterator[Iterable[str]]:
    if path == "-":
        sys.stdin.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
        yield sys.stdin
        return
    with open_stream(Path(path), filename=path) as stream:
        yield io.TextIOWrapper(stream, encoding="utf-8", newline="\n")


def _transform(given: Iterable[str], options: Namespace, name: str, progress: Progress) -> int:
    key = _key(options)
    rest = iter(given)
    head: list[str] = []  # as far as the first line that says what it is
    for line in rest:
        head.append(line)
        if line.strip():
            break
    lines = chain(head, rest)
    told = bool(head) and head[-1].lstrip("\ufeff \t").startswith("{")
    if options.format == "jsonl" or (told and options.format == "auto"):
        return _jsonl(_counted(lines, progress, "reading"), options, key, name, progress)
    if not options.model:
        return say(
            "antifaz transform: a text needs --model DIR, which says what is personal", USAGE
        )
    return _text(lines, options, key, name, progress)


def _counted(lines: Iterable[str], progress: Progress, phase: str) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        yield line
        progress.tell(phase, number)


def _key(options: Namespace) -> bytes:
    """That of the file or number, or one that is forgotten."""
    if options.seed is not None:
        return key_of_number(options.seed)
    if not options.key:
        return secrets.token_bytes(32)
    if others_may_read(options.key):
        raise Refused(f"{options.key}: others can read this key; expected mode 600")
    return read_key(options.key)


def _jsonl(
    lines: Iterable[str], options: Namespace, key: bytes, name: str, progress: Progress
) -> int:
    if options.model:
        lines = tag_lines(lines, options.model, threshold=options.threshold)
    told = Told()
    kept = {"strategy": options.strategy, "keep_ids": options.keep_ids}
    with written(options.out) as stream:
        leaving = lines_and_held(lines, told, key=key, **kept)
        for line in _counted(leaving, progress, "replacing"):
            stream.write(line.encode())
    for place in told.held:
        say(f"{name}:{place}: {NOTICE}; the dialogue is not in the output", HELD_BACK)
    if told.held:
        say(f"{len(told.held)} of {told.dialogues} dialogues held back", HELD_BACK)
    return HELD_BACK if told.held else 0


def _text(
    lines: Iterable[str], options: Namespace, key: bytes, name: str, progress: Progress
) -> int:
    said = list(lines)
    texts = [line.rstrip("\r\n") for line in said]
    spoken = [place for place, text in enumerate(texts) if text.strip()]
    if spoken:
        progress.tell("labelling", 0, None, "")
        turns = tuple(Turn("", texts[place]) for place in spoken)
        value = Dialogue("text", options.lang, turns)
        (value,) = tag([value], Path(options.model), threshold=options.threshold)
        progress.tell("replacing", 0, None, "")
        result = pseudonymise(value, key=key, strategy=options.strategy)
        if result.held:
            return say(f"{name}: {NOTICE}; nothing was written", HELD_BACK)
        for place, turn in zip(spoken, result.dialogue.turns, strict=True):
            said[place] = turn.text + said[place][len(texts[place]) :]
    with written(options.out) as stream:
        stream.write("".join(said).encode())
    return 0
