"""Let a model label a file: the same dialogues with its spans; a few of them are in memory.

Called by `manage.py tag`; needs no database. Paths are those of `storage.files`.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from annotation.bridges.to_learning import CHUNK, tagged
from annotation.formats.checks import check_id
from annotation.formats.corpora.jsonl import write_line
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue
from annotation.services.standalone.streaming.inputs import (
    Input,
    Piece,
    digest_of,
    in_chunks,
    open_input,
    parse,
)
from annotation.services.standalone.streaming.jobs import in_order
from annotation.services.standalone.streaming.progress import Tell, silently
from annotation.services.standalone.streaming.resuming import (
    Part,
    Sums,
    move_to,
    open_part,
    program,
)
from annotation.services.storage.files import written
from learning.crf.probe import probe_model
from learning.large.kinds import open_tagger
from learning.tagger import Tagger


@dataclass(frozen=True, kw_only=True)
class TagOrder:
    threshold: float | None = None  # of "outside", below which a token is sensitive; None: as saved
    jobs: int = 1  # processes; the bytes do not depend on it
    resume: bool = False  # what is interrupted is kept beside the output, and gone on with


ONE = TagOrder()


@dataclass(frozen=True, slots=True)
class Tagged:
    """A dialogue with the model's spans."""

    line: bytes
    id: str
    number: int  # of its line in the input
    turns: int
    spans: int


def tag_file(
    model: str, source: str, out: str, order: TagOrder = ONE, tell: Tell = silently
) -> dict[str, object]:
    """Write the dialogues with the model's spans and scores in place of those of the file.

    Raises: FormatError, LearningError, OSError, Refused; then there is no output, but with `resume`
    the part that is finished.
    """
    probe_model(Path(model))
    counts = {"dialogues": 0, "turns": 0, "spans": 0}
    with open_input(source, again=order.resume) as read, _stream(model, read, out, order) as place:
        stream, part = place
        ids: list[str] = []
        for id, turns, spans in _taken_up(part):
            ids.append(id)
            _count(counts, turns, spans)
        finished, total = len(ids), read.count()
        tell("tagging", finished, total)
        first = finished // CHUNK * CHUNK  # a chunk that was begun is done again as a whole
        seen = set(ids[:first])
        work = Tagging(model, order.threshold, read.name)
        chunks = in_chunks(islice(read.pieces(), first, None), CHUNK)
        done = first
        for answers, error in in_order(work, chunks, order.jobs):
            for each in answers:
                check_id(each.id, seen, file=read.name, line=each.number)
                done += 1
                if done > finished:
                    stream.write(each.line)
                    _count(counts, each.turns, each.spans)
            if error is not None:
                raise error
            if part is not None:
                part.flush()
            tell("tagging", done, total)
        if part is not None:
            move_to(part, out)
    return {"out": out, **counts}


@dataclass(frozen=True)
class Tagging:
    """What a process needs to tag: the model is opened when the first chunk comes."""

    model: str
    threshold: float | None
    file: str

    @cached_property
    def tagger(self) -> Tagger:
        tagger = open_tagger(Path(self.model))
        if self.threshold is not None:
            tagger.threshold = self.threshold
        return tagger

    def __call__(self, pieces: Sequence[Piece]) -> tuple[list[Tagged], FormatError | None]:
        """The dialogues up to the first line that is none, and its error."""
        dialogues: list[DialogueValue] = []
        error = None
        for piece in pieces:
            try:
                dialogues.append(parse(piece, self.file))
            except FormatError as found:
                error = found
                break
        done = []
        for dialogue in tagged(self.tagger, dialogues):
            line, turns = write_line(dialogue).encode(), dialogue.turns
            spans = sum(len(turn.spans) for turn in turns)
            done.append(Tagged(line, dialogue.id, dialogue.line, len(turns), spans))
        return done, error


def _count(counts: dict[str, int], turns: int, spans: int) -> None:
    for key, n in (("dialogues", 1), ("turns", turns), ("spans", spans)):
        counts[key] += n


@contextmanager
def _stream(
    model: str, read: Input, out: str, order: TagOrder
) -> Iterator[tuple[BinaryIO, Part | None]]:
    """Where lines go: the output, or its part."""
    if not order.resume:
        with written(out) as stream:
            yield stream, None
        return
    made_with: Sums = {
        "model": digest_of(Path(model)),
        "setting": hashlib.blake2b(json.dumps(order.threshold).encode()).hexdigest()[:32],
        "input": read.digest(),
        "version of the program": program(),
    }
    with open_part(out, made_with) as part:
        yield part.stream, part


def _taken_up(part: Part | None) -> Iterator[tuple[str, int, int]]:
    """Id, turns and spans of each line that is there; a torn one is cut off."""
    if part is None:
        return
    size = 0
    for line in part.lines():
        try:
            dialogue = json.loads(line)
            turns = dialogue["turns"]
            told = dialogue["id"], len(turns), sum(len(turn["spans"]) for turn in turns)
        except (ValueError, KeyError, TypeError):
            break
        size += len(line)
        yield told
    part.cut(size)
