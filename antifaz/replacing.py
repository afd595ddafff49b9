"""Replacing with the search of what came out. Called as `antifaz.pseudonymise` and `.._lines`.

Both are what the command `pseudonymise` does, so the same key gives the same bytes. There is no
call that replaces without searching.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from annotation.bridges.to_surrogates import surrogate_dialogue_of_file
from annotation.formats.corpora.jsonl import read_rendered, with_id
from annotation.replacement.rules import made_rules
from annotation.services.standalone.replacing import Order, Replacing, first_reading
from annotation.services.standalone.streaming.spool import open_spool
from antifaz.lines import NAME, Lines, kept
from antifaz.values import Dialogue, Gathered, Issue, Refused, Replaced
from surrogates import Originals
from surrogates.errors import SurrogateError

KEY_BYTES = 32
WHY = frozenset({"KNOWN_ELSEWHERE", "LEAK_ORIGINAL", "RESIDUAL_MENTION"})
SAID = "An original would be readable in the replaced text."
Row = tuple[Mapping[str, Any], bytes]
log = logging.getLogger("antifaz")


def pseudonymise(
    dialogue: Dialogue,
    *,
    key: bytes,
    strategy: str = "entity",
    label_strategies: Mapping[str, str] | None = None,
    known: Iterable[Dialogue] = (),
    allow: Iterable[str] = (),
    spans: bool = False,
    lexicon: str | PathLike[str] | None = None,
) -> Replaced:
    """Replace the labelled items of one dialogue, and search what came out for originals.

    key: 32 bytes that decide every draw; who has it and the text can redo the surrogates. strategy:
    a name of docs/replacement.md ("entity", "indexed", "named", "redact", "typed", ...);
    label_strategies: others for single labels. known: dialogues whose labelled items may not be
    readable either, in the text or beside it. allow: words that name nobody, although a label
    holds them somewhere. spans: the result says, at the new offsets, what was replaced. lexicon: a
    folder with further TSV files.

    The result gives its dialogue out only where no original is readable. An id in which one stands
    becomes "d0001".

    Raises: Refused for a strategy, a key, spans or a lexicon that cannot be used.
    """
    order = _order(key, strategy, label_strategies, spans=spans, lexicon=lexicon, keep_ids=True)
    originals = Originals(tuple(allow))
    for other in known:
        originals.add(surrogate_dialogue_of_file(other))
    ((record, line),) = _replaced(lambda: iter([dialogue]), order, originals)
    issues = tuple(_issue(each) for each in record["issues"])
    if not line:
        why = dict.fromkeys(each.message for each in issues if each.code in WHY)
        return Replaced(issues, 0, tuple(why) or (SAID,), None)
    value = read_rendered(with_id(line, record["id"]))
    return Replaced(issues, record["replaced"], (), value)


def pseudonymise_lines(
    lines: Iterable[str | bytes],
    *,
    key: bytes,
    strategy: str = "entity",
    label_strategies: Mapping[str, str] | None = None,
    allow: Iterable[str] = (),
    spans: bool = False,
    lexicon: str | PathLike[str] | None = None,
    keep_ids: bool = False,
    gathered: Gathered | None = None,
    first: int = 1,
) -> Iterator[str]:
    """The same for lines of JSONL, one dialogue each, and as the command `pseudonymise` does it.

    No original of any of the lines is readable in any that comes out. Lines that are held back are
    not there, and the logger "antifaz" is told how many. keep_ids: ids and order stay; else they
    are d0001, d0002 ... in an order that the key draws, which is of use where all lines of a corpus
    come in one call. Lines come out with line ends where the first that came in has one. They are
    read to the end before the first comes out, and wait in a private file meanwhile.

    gathered: what `gather_lines` found in all lines of a corpus of which these are a part. Then it
    is the originals of the whole that are searched for, its words are drawn from, and lines come
    out as they come in; with keep_ids and `first`, the number of the first of them in the corpus,
    the parts one after the other are the bytes of one call.

    Takes and gives no state: with its arguments it can be pickled, for a pool or a cluster.

    Raises: FormatError, and what `pseudonymise` does.
    """
    order = _order(key, strategy, label_strategies, spans=spans, lexicon=lexicon, keep_ids=keep_ids)
    if gathered is None:
        return _lines(Lines(lines), order, tuple(allow), Told())
    if gathered.known.fine != Originals(tuple(allow)).fine:
        raise Refused("what was gathered with other words in `allow` cannot be used")
    given = Lines(lines)
    rows = _each(given.dialogues(), gathered.replacing(order, NAME), first)
    return _written(given, rows, Told(), keep_ids=keep_ids)


def gather_lines(
    lines: Iterable[str | bytes],
    *,
    strategy: str = "entity",
    label_strategies: Mapping[str, str] | None = None,
    allow: Iterable[str] = (),
) -> Gathered:
    """What `pseudonymise_lines` must know of all lines of a corpus, where it gets them in parts.

    What parts gave is merged in their order: `one.merge(next)`. It holds the originals of the
    lines, so it is as private as they are; it can be pickled.

    Raises: FormatError, Refused.
    """
    rules = made_rules(strategy, dict(label_strategies or {}))
    gathered = Gathered(rules, Originals(tuple(allow)))
    try:
        for dialogue in Lines(lines).dialogues():
            gathered.add(dialogue)
    except SurrogateError as error:
        raise Refused(str(error), code=error.code) from None
    return gathered


@dataclass(slots=True)
class Told:
    """What is known when the last line has come: numbers of the lines that are held back."""

    held: list[int] = field(default_factory=list)
    dialogues: int = 0


def lines_and_held(
    lines: Iterable[str | bytes], told: Told, *, key: bytes, strategy: str, keep_ids: bool
) -> Iterator[str]:
    """As `pseudonymise_lines`, for who says it in other words than a log. Called by `transform`."""
    order = _order(key, strategy, None, spans=False, lexicon=None, keep_ids=keep_ids)
    return _lines(Lines(lines), order, (), told)


def _lines(given: Lines, order: Order, allow: tuple[str, ...], told: Told) -> Iterator[str]:
    """Lines that are all of their corpus."""
    if given.is_empty:
        return
    with kept(given) as dialogues:
        rows = _replaced(dialogues, order, Originals(allow))
        yield from _written(given, rows, told, keep_ids=order.keep_ids)


def _written(given: Lines, rows: Iterable[Row], told: Told, *, keep_ids: bool) -> Iterator[str]:
    """The lines that may leave, each with its id; the log is told how many of the others."""
    leaving = _through(rows, told)
    if keep_ids:
        named: Iterator[tuple[str, bytes]] = ((r["id"], line) for r, line in leaving)
    else:
        named = _in_drawn_order(leaving)
    for name, line in named:
        yield given.as_given(with_id(line, name))
    if told.held:
        log.info("%d of %d dialogues held back", len(told.held), told.dialogues)


def _replaced(
    dialogues: Callable[[], Iterator[Dialogue]], order: Order, known: Originals
) -> Iterator[Row]:
    """What is told of each dialogue, and its line without an id, which is empty where it is held.

    dialogues: reads them from the beginning, each time that it is called. Raises FormatError,
    Refused.
    """
    try:
        work, _number = first_reading(dialogues(), order, known, NAME)
    except SurrogateError as error:
        raise Refused(str(error), code=error.code) from None
    yield from _each(dialogues(), work, 1)


def _each(dialogues: Iterable[Dialogue], work: Replacing, first: int) -> Iterator[Row]:
    try:
        for number, dialogue in enumerate(dialogues, first):
            done = work.replace(dialogue, number)
            yield done.record, done.line
    except SurrogateError as error:
        raise Refused(str(error), code=error.code) from None


def _through(rows: Iterable[Row], told: Told) -> Iterator[Row]:
    """The rows of what may leave; the others are noted."""
    for record, line in rows:
        told.dialogues += 1
        if line:
            yield record, line
        else:
            told.held.append(record["line"])


def _in_drawn_order(rows: Iterable[Row]) -> Iterator[tuple[str, bytes]]:
    """d0001, d0002 ... in the order that the key draws; the lines wait in a file without a name."""
    with open_spool() as spool:
        for record, line in rows:
            spool.append(dict(record), line)
        for running, (_draw, _number, start, size) in enumerate(spool.order(), 1):
            yield f"d{running:04d}", spool.line_at(start, size)


def _order(
    key: bytes,
    strategy: str,
    label_strategies: Mapping[str, str] | None,
    *,
    spans: bool,
    lexicon: str | PathLike[str] | None,
    keep_ids: bool,
) -> Order:
    if not isinstance(key, bytes) or len(key) != KEY_BYTES:
        raise Refused(f"the key must be {KEY_BYTES} bytes, as of secrets.token_bytes({KEY_BYTES})")
    return Order(
        strategy=strategy,
        key=key,
        label_strategies=dict(label_strategies or {}),
        lexicon=None if lexicon is None else Path(lexicon),
        marked=spans,
        keep_ids=keep_ids,
    )


def _issue(told: Mapping[str, Any]) -> Issue:
    fields = {name: told[name] for name in Issue.__slots__}
    return Issue(**{**fields, "code": str(told["code"])})
