"""`antifaz transform`: label and replace what comes in, for pipes. Needs no Django, no project.

Plain text is one dialogue, a turn a line. Nothing comes out of a text in which an original would be
readable; of JSONL all other dialogues do.
"""

import os
import secrets
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from annotation.refusals import Refused
from annotation.replacement.rules import NAMES
from annotation.services.standalone.keys import others_may_read, read_key
from antifaz.command_line.saying import FAILED, STOPPED, USAGE, say, say_error
from antifaz.replacing import Told, lines_and_held, pseudonymise
from antifaz.tagging import tag, tag_lines
from antifaz.values import Dialogue, Turn
from surrogates.draw import key_of_number

HELD_BACK = 3  # exit status
NOTICE = "an original would be readable; expected every mention of it labelled"


def parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="antifaz transform",
        description="Label standard input by a model and replace what it found. Lines of plain "
        "text are turns of one dialogue; JSONL is a dialogue a line, replaced by its own labels "
        "where no model is named. Exit status 3: something was held back.",
    )
    add = parser.add_argument
    add("--model", metavar="DIR", help="folder of a model; text needs one")
    add("--strategy", choices=NAMES, default="entity", help="how items are replaced; entity")
    add("--format", choices=("auto", "text", "jsonl"), default="auto", help="of both sides; auto")
    add("--lang", default="es", metavar="es", help="language of a text; es")
    add("--threshold", type=float, metavar="T", help="mark a word unless it is harmless with T")
    add("--keep-ids", action="store_true", help="JSONL: ids and order stay; else d0001, drawn")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--key", metavar="FILE", help="32 bytes: the same key draws the same")
    one.add_argument("--seed", type=int, help="a number in place of a key, for research only")
    return parser


def transform(arguments: Sequence[str]) -> int:
    """Returns the exit status; a wrong option ends the process with 2."""
    options = parser().parse_args(arguments)
    try:
        return _transform(options)
    except KeyboardInterrupt:
        return say("stopped", STOPPED)
    except BrokenPipeError:
        # Nobody reads on: nothing is to be said, neither now nor when the stream is closed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except UnicodeDecodeError as error:
        return say(f"stdin: {error.reason} at byte {error.start}; expected UTF-8", FAILED)
    except Exception as error:
        return say_error(error, "file")


def _transform(options: Namespace) -> int:
    key = _key(options)
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    head: list[str] = []  # as far as the first line that says what it is
    for line in sys.stdin:
        head.append(line)
        if line.strip():
            break
    lines = chain(head, sys.stdin)
    told = bool(head) and head[-1].lstrip("\ufeff \t").startswith("{")
    if options.format == "jsonl" or (told and options.format == "auto"):
        return _jsonl(lines, options, key)
    if not options.model:
        return say(
            "antifaz transform: a text needs --model DIR, which says what is personal", USAGE
        )
    return _text(lines, options, key)


def _key(options: Namespace) -> bytes:
    """That of the file or number, or one that is forgotten."""
    if options.seed is not None:
        return key_of_number(options.seed)
    if not options.key:
        return secrets.token_bytes(32)
    if others_may_read(options.key):
        raise Refused(f"{options.key}: others can read this key; expected mode 600")
    return read_key(options.key)


def _jsonl(lines: Iterator[str], options: Namespace, key: bytes) -> int:
    if options.model:
        lines = tag_lines(lines, options.model, threshold=options.threshold)
    told = Told()
    kept = {"strategy": options.strategy, "keep_ids": options.keep_ids}
    for line in lines_and_held(lines, told, key=key, **kept):
        sys.stdout.write(line)
    sys.stdout.flush()
    for place in told.held:
        say(f"stdin:{place}: {NOTICE}; the dialogue is not in the output", HELD_BACK)
    return HELD_BACK if told.held else 0


def _text(lines: Iterator[str], options: Namespace, key: bytes) -> int:
    said = list(lines)
    texts = [line.rstrip("\r\n") for line in said]
    spoken = [place for place, text in enumerate(texts) if text.strip()]
    if spoken:
        turns = tuple(Turn("", texts[place]) for place in spoken)
        value = Dialogue("text", options.lang, turns)
        (value,) = tag([value], Path(options.model), threshold=options.threshold)
        result = pseudonymise(value, key=key, strategy=options.strategy)
        if result.held:
            return say(f"stdin: {NOTICE}; nothing was written", HELD_BACK)
        for place, turn in zip(spoken, result.dialogue.turns, strict=True):
            said[place] = turn.text + said[place][len(texts[place]) :]
    sys.stdout.writelines(said)
    sys.stdout.flush()
    return 0
