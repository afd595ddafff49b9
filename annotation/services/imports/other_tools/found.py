"""What other de-identifiers found in dialogues that are in the project: their texts are matched
with dialogues, by id or by the text itself, and their findings placed on turns.

Called by `contents` and `writing_found`. What comes out has the form of an import: each dialogue
with its turns, and the findings as spans of them, which carry the name of the program.
"""

import itertools
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from annotation.formats.errors import FormatError
from annotation.formats.findings import faults
from annotation.formats.findings.documents import Found
from annotation.formats.findings.placing import PROGRAM, Turns, lay_out, place
from annotation.formats.findings.reading import iter_found, of_dialogues
from annotation.formats.fingerprint import fingerprint
from annotation.formats.other_tools.label_names import LEFT_OUT, label_for
from annotation.formats.registry import iter_files
from annotation.formats.types import DialogueValue, ReadOptions, SpanValue, TurnValue, overlaps
from annotation.models import Dialogue, Project, Turn
from annotation.services.imports.uploads import Upload

CHUNK = 100  # texts that are matched together, and dialogues that are given together
TYPES_SHOWN = 30
_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")
MAX_PROGRAM = 80
# Why findings are left out: in no turn, in a longer one, of a type that is not wanted.
OUTSIDE, OVERLAP, UNWANTED = "outside", "overlap", "type"
OnFault = Callable[[FormatError], None] | None
_Same = tuple[int, int, str, float | None, str]  # start, end, type, score, program


@dataclass(frozen=True, slots=True)
class FoundDialogue(DialogueValue):
    """A dialogue of the project with what programs found in it. `covered`: the turns (by id) that
    each program read; `turn_ids`: of its turns, in order."""

    pk: int = 0
    turn_ids: tuple[int, ...] = ()
    covered: dict[str, frozenset[int]] = field(default_factory=dict)


@dataclass(slots=True)
class _Merged:
    """What a file says of one dialogue, by place of the turn."""

    line: int
    spans: dict[int, dict[_Same, SpanValue]] = field(default_factory=dict)
    covered: dict[str, set[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Row:
    pk: int
    name: str
    lang: str
    turns: Turns
    turn_ids: tuple[int, ...]


class Matcher:
    """Finds the dialogues of a project that texts of other tools are of."""

    def __init__(self, project: Project, tool: str = "") -> None:
        self.project, self.tool = project, " ".join(tool.split())
        self._turns: dict[bytes, list[tuple[int, int]]] | None = None
        self._hashes: dict[int, list[int]] | None = None
        self._lately: dict[int, _Row] = {}

    def read(
        self,
        upload: Upload,
        options: ReadOptions,
        *,
        limit: int | None,
        encoding: str,
        on_fault: OnFault = None,
    ) -> Iterator[FoundDialogue]:
        """The dialogues of a file in the project's order; raises FormatError, or where `on_fault`
        is told of faults leaves out the texts that have one."""
        merged: dict[int, _Merged] = {}
        texts = self._texts(upload, options, limit, encoding)
        while chunk := list(itertools.islice(texts, CHUNK)):
            for found, row, turn in self._matched(chunk, on_fault):
                self._merge(merged, found, row, turn, options, on_fault)
        return self._dialogues(merged)

    def _texts(
        self, upload: Upload, options: ReadOptions, limit: int | None, encoding: str
    ) -> Iterator[Found]:
        sources = upload.open(limit)
        if len(sources) > 1:
            files = upload.read(limit)
            given = iter_files("brat", files, options, filename=upload.name, encoding=encoding)
            texts = of_dialogues(given, "brat", upload.name)
        else:
            ((name, source),) = sources.items()
            texts = iter_found(source, options, filename=name, encoding=encoding)
        for found in texts:
            yield replace(found, program=self._named(found))

    def _named(self, found: Found) -> str:
        """The program as its proposals name it, with the person of a labelling platform."""
        program = self.tool or found.program
        whole = f"{program} · {found.annotator}" if found.annotator else program
        return " ".join(whole.split())[:MAX_PROGRAM]

    def _matched(
        self, chunk: Sequence[Found], on_fault: OnFault
    ) -> Iterator[tuple[Found, _Row, int | None]]:
        """Each text with a dialogue that it is of, and the turn (from 1 on) where it is one's."""
        by_name = {row.name: row for row in self._named_rows({each.id for each in chunk})}
        for found in chunk:
            row = by_name.get(found.id) if found.id else None
            if row is not None:
                yield found, row, _turn_of(found, row)
                continue
            places = self._places(found) if found.text is not None else []
            if not places:
                named = bool(found.id) or found.text is not None
                unnamed = found.error(faults.NO_NAME)
                _tell(found.error(faults.NO_DIALOGUE) if named else unnamed, on_fault)
            for one, turn in places:
                yield found, one, turn

    def _named_rows(self, names: Iterable[str]) -> list[_Row]:
        rows = Dialogue.objects.filter(project=self.project, external_id__in=names)
        return self._rows(rows.values_list("pk", flat=True))

    def _known_rows(self, pks: Iterable[int]) -> list[_Row]:
        """The same, from memory where they were asked for a moment ago: texts of turns come in a
        row."""
        wanted = list(pks)
        if new := [pk for pk in wanted if pk not in self._lately]:
            if len(self._lately) > CHUNK:
                self._lately = {pk: self._lately[pk] for pk in wanted if pk in self._lately}
            self._lately |= {row.pk: row for row in self._rows(new)}
        return [self._lately[pk] for pk in wanted if pk in self._lately]

    def _rows(self, pks: Iterable[int]) -> list[_Row]:
        """Dialogues with their turns; two queries."""
        dialogues = Dialogue.objects.filter(project=self.project, pk__in=list(pks))
        turns: dict[int, list[Turn]] = {}
        wanted = Turn.objects.filter(dialogue__in=dialogues).order_by("dialogue", "position")
        for turn in wanted.only("pk", "dialogue_id", "speaker", "text"):
            turns.setdefault(turn.dialogue_id, []).append(turn)
        return [
            _Row(
                each.pk,
                each.external_id,
                each.lang,
                [(turn.speaker, turn.text) for turn in turns.get(each.pk, ())],
                tuple(turn.pk for turn in turns.get(each.pk, ())),
            )
            for each in dialogues.order_by("position", "pk")
        ]

    def _places(self, found: Found) -> list[tuple[_Row, int | None]]:
        """The dialogues of this very text, or the turns: the same words are the same to a tool."""
        text = found.text or ""
        number = fingerprint([text])
        same = self._all_dialogues().get(number, []) if number is not None else []
        whole = [row for row in self._known_rows(same) if lay_out(row.turns, text) is not None]
        if whole:
            return [(row, None) for row in whole]
        places = self._all_turns().get(_digest(text), [])
        by_pk = {row.pk: row for row in self._known_rows({pk for pk, _place in places})}
        return [
            (by_pk[pk], at + 1)
            for pk, at in places
            if pk in by_pk and by_pk[pk].turns[at][1].strip() == text.strip()
        ]

    def _all_dialogues(self) -> dict[int, list[int]]:
        """Every dialogue by the number of its text, made once."""
        if self._hashes is None:
            self._hashes = {}
            rows = Dialogue.objects.filter(project=self.project, text_hash__isnull=False)
            for pk, number in rows.values_list("pk", "text_hash"):
                self._hashes.setdefault(int(number or 0), []).append(pk)
        return self._hashes

    def _all_turns(self) -> dict[bytes, list[tuple[int, int]]]:
        """Every turn by its text: the dialogue and the turn's place there. Made once, and only
        where a tool had texts alone."""
        if self._turns is None:
            self._turns = {}
            rows = Turn.objects.filter(dialogue__project=self.project).order_by(
                "dialogue", "position"
            )
            last, at = 0, 0
            for pk, text in rows.values_list("dialogue_id", "text").iterator():
                at, last = (at + 1 if pk == last else 0), pk
                if text.strip():
                    self._turns.setdefault(_digest(text), []).append((pk, at))
        return self._turns

    def _merge(
        self,
        merged: dict[int, _Merged],
        found: Found,
        row: _Row,
        turn: int | None,
        options: ReadOptions,
        on_fault: OnFault,
    ) -> None:
        try:
            placed = place(replace(found, turn=turn), row.turns)
        except FormatError as fault:
            _tell(fault, on_fault)
            return
        for _each in range(placed.outside):
            options.pass_over(OUTSIDE)
        mine = merged.setdefault(row.pk, _Merged(found.line))
        read = mine.covered.setdefault(found.program, set())
        for at, spans in placed.spans.items():
            read.add(at)
            there = mine.spans.setdefault(at, {})
            for span in spans:
                same = span.start, span.end, span.label, span.confidence, found.program
                there.setdefault(same, span)

    def _dialogues(self, merged: dict[int, _Merged]) -> Iterator[FoundDialogue]:
        pks = iter(list(merged))
        while some := list(itertools.islice(pks, CHUNK)):
            for row in self._rows(some):
                yield _dialogue(row, merged.pop(row.pk))


def _dialogue(row: _Row, mine: _Merged) -> FoundDialogue:
    turns = tuple(
        TurnValue(speaker, text, tuple(sorted(mine.spans.get(at, {}).values(), key=_in_order)))
        for at, (speaker, text) in enumerate(row.turns)
    )
    covered = {
        program: frozenset(row.turn_ids[at] for at in places)
        for program, places in mine.covered.items()
    }
    return FoundDialogue(
        row.name,
        row.lang,
        turns,
        line=mine.line,
        pk=row.pk,
        turn_ids=row.turn_ids,
        covered=covered,
    )


def _turn_of(found: Found, row: _Row) -> int | None:
    """The turn that a text beside an id is of: the one that it names, or whose very text it is."""
    if found.turn is not None or found.text is None or lay_out(row.turns, found.text) is not None:
        return found.turn
    own = [
        at for at, (_name, text) in enumerate(row.turns, 1) if text.strip() == found.text.strip()
    ]
    return own[0] if len(own) == 1 else None


def _digest(text: str) -> bytes:
    return blake2b(text.strip().encode("utf-8", "replace"), digest_size=8).digest()


def _in_order(span: SpanValue) -> tuple[int, int, str]:
    return span.start, span.end, span.label


def _tell(fault: FormatError, on_fault: OnFault) -> None:
    if on_fault is None:
        raise fault
    on_fault(fault)


def without_overlaps(spans: Iterable[SpanValue]) -> list[SpanValue]:
    """Of spans of one program that overlap the longer, then the surer; of several programs each
    has its say."""
    kept: dict[object, list[SpanValue]] = {}  # by program, in order
    order = sorted(spans, key=lambda s: (s.start - s.end, -(s.confidence or 0), s.start, s.label))
    for span in order:
        mine = kept.setdefault(span.extra.get(PROGRAM), [])
        at = bisect_left(mine, _in_order(span), key=_in_order)
        if not any(overlaps(span, each) for each in mine[max(at - 1, 0) : at + 1]):
            mine.insert(at, span)
    return sorted(itertools.chain.from_iterable(kept.values()), key=_in_order)


def settle_overlaps(
    dialogues: Iterable[DialogueValue], pass_over: Callable[[str], None]
) -> Iterator[DialogueValue]:
    """The dialogues with spans of each program that do not overlap; tells of each that gave way."""
    for dialogue in dialogues:
        turns = []
        for turn in dialogue.turns:
            spans = without_overlaps(turn.spans)
            for _each in range(len(turn.spans) - len(spans)):
                pass_over(OVERLAP)
            turns.append(replace(turn, spans=tuple(spans)))
        yield replace(dialogue, turns=tuple(turns))


def count_unwanted(
    dialogues: Iterable[DialogueValue],
    known: Sequence[str],
    names: Mapping[str, str],
    pass_over: Callable[[str], None],
) -> Iterator[DialogueValue]:
    """The dialogues as they are; tells of each finding whose type is left out."""
    for dialogue in dialogues:
        for turn in dialogue.turns:
            for span in turn.spans:
                if label_for(span.label, known, names) == LEFT_OUT:
                    pass_over(UNWANTED)
        yield dialogue


def unknown_types(file: str, types: Counter[str]) -> FormatError:
    """The fault of a file whose findings have types that the project has no label for, with those
    that look like a type's name; others may be words of a text."""
    named = [f"{name} ({n})" for name, n in types.most_common(TYPES_SHOWN) if _TYPE.fullmatch(name)]
    rest = sum(types.values()) - sum(int(each.rpartition("(")[2][:-1]) for each in named)
    names = ", ".join([*named, f"+ {rest}"] if rest else named)
    return FormatError(faults.UNKNOWN_TYPES, file=file, names=names)
