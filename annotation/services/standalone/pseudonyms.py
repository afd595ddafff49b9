"""Replace a JSONL file without a project: no database, a few dialogues in memory at a time.

Called by `manage.py pseudonymise`. The file is read once to gather the originals of all dialogues,
and once more to replace each and to search it for all of them. A dialogue in whose replaced text an
original would be readable is left out of the output and named in the report, by the line where it
stands.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO

from annotation.formats.corpora.jsonl import with_id
from annotation.replacement.rules import refuse_originals
from annotation.services.standalone.replacement_report import Report, entries, write_report
from annotation.services.standalone.replacing import Order, Replaced, Replacing, first_reading
from annotation.services.standalone.streaming.inputs import Input, digest_of, in_chunks, open_input
from annotation.services.standalone.streaming.jobs import in_order
from annotation.services.standalone.streaming.progress import Tell, silently
from annotation.services.standalone.streaming.resuming import Sums, open_part, program
from annotation.services.standalone.streaming.spool import Spool, open_spool
from annotation.services.storage.files import read_text, written
from surrogates import Originals

__all__ = ["Order", "pseudonymise_file"]

CHUNK = 20  # dialogues, about a second of work


def pseudonymise_file(path: str, out: str, order: Order, tell: Tell = silently) -> Report:
    """Replace the dialogues of a file; "-" is standard input or output.

    Raises: FormatError, LearningError (a lost process), OSError, Refused, SurrogateError; then
    there is neither output nor report, but with `resume` the part that is finished.
    """
    refuse_originals(order.q, confirmed=order.leave_originals)
    done = Report(left=0 if order.q < 1 else None, warning=order.warning)
    with open_input(path, again=True) as source:
        known = Originals(read_text(order.allow).splitlines() if order.allow else ())
        work, total = first_reading(source.dialogues(), order, known, source.name, tell)
        run = _Run(source, order, work, done, total, tell)
        if order.keep_ids and not order.resume:
            run.straight(out)
        else:
            with _spool(out, source, order, work.known) as spool:
                run.by_spool(out, spool)
    return done


@dataclass(frozen=True, slots=True)
class _Run:
    """One call: what is read, how it is replaced, and what was done so far."""

    source: Input
    order: Order
    work: Replacing
    done: Report
    total: int
    tell: Tell

    def replaced(self, skipped: int = 0) -> Iterator[Replaced]:
        """Replaced dialogues in order, after some that are finished."""
        numbered = islice(enumerate(self.source.pieces(), 1), skipped, None)
        number = skipped
        for answers in in_order(self.work, in_chunks(numbered, CHUNK), self.order.jobs):
            for each in answers:
                self.done.add(each.record)
                yield each
            number += len(answers)
            self.tell("replacing", number, self.total)

    def straight(self, out: str) -> None:
        """Each line is written as it comes; what the report says is kept meanwhile."""
        keeping: AbstractContextManager[Spool | None]
        keeping = open_spool() if self.order.report else nullcontext()
        with keeping as spool, written(out) as stream:
            for each in self.replaced():
                if each.line:
                    stream.write(with_id(each.line, each.record["id"]))
                if spool is not None:
                    spool.append(each.record, b"")
            if spool is not None:
                self._report(spool, {})

    def by_spool(self, out: str, spool: Spool) -> None:
        """All are through before the first one is written: they are named and put in order."""
        finished = 0
        for record in spool.take_up():
            self.done.add(record)
            finished += 1
        self.tell("replacing", finished, self.total)
        for number, each in enumerate(self.replaced(finished), 1):
            named = self.order.keep_ids and each.line
            line = with_id(each.line, each.record["id"]) if named else each.line
            spool.append(each.record, line)
            if number % CHUNK == 0:
                spool.flush()
        with written(out) as stream:
            names = _write(spool, stream, keep_ids=self.order.keep_ids)
            if self.order.report:
                self._report(spool, names)

    def _report(self, spool: Spool, names: Mapping[int, str]) -> None:
        write_report(self.done.head(), entries(spool.records(), names), self.order.report)


def _write(spool: Spool, stream: BinaryIO, *, keep_ids: bool) -> dict[int, str]:
    """The lines, as they came or as d0001, d0002... in drawn order; the new names by places."""
    if keep_ids:
        for line in spool.lines():
            stream.write(line)
        return {}
    names: dict[int, str] = {}
    for running, (_draw, number, offset, size) in enumerate(spool.order(), 1):
        names[number] = f"d{running:04d}"
        stream.write(with_id(spool.line_at(offset, size), names[number]))
    return names


@contextmanager
def _spool(out: str, source: Input, order: Order, known: Originals) -> Iterator[Spool]:
    if not order.resume:
        with open_spool() as spool:
            yield spool
        return
    with open_part(out, _made_with(source, order, known)) as part:
        yield Spool(part)


def _made_with(source: Input, order: Order, known: Originals) -> Sums:
    """Sums over all that the lines depend on. The key enters each: without it none can be tried."""

    def sum_of(value: object) -> str:
        return hmac.new(order.key, json.dumps(value).encode(), hashlib.blake2b).hexdigest()[:32]

    settings = [order.q, order.marked, order.keep_ids, order.said_in]
    return {
        "key": sum_of("key"),
        "strategy": sum_of([order.strategy, sorted(order.label_strategies.items())]),
        "setting": sum_of([*settings, sorted(known.fine)]),
        "lexicon": sum_of(digest_of(order.lexicon) if order.lexicon else ""),
        "input": sum_of(source.digest()),
        "version of the program": sum_of(program()),
    }
