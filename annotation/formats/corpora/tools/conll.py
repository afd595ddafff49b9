"""CoNLL: a word a line, its tag in the last column, a blank line behind a turn; read as IOB1, IOB2
or BIOES by what the file holds, written as IOB2.

The text of a turn is its words joined by blanks. `-DOCSTART-` and `# id = NAME` begin a dialogue,
`# speaker = NAME` stands before its turn, `# lang = es` before all. A file without such marks is
one dialogue, or several where it has more turns than a dialogue may have. Columns between the
first and the last come back while the turn's words are cut where they were.
[Tjong Kim Sang & De Meulder 2003, CoNLL-2003 shared task, section 2.]
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.formats.checks import check_turn
from annotation.formats.corpora.lines import rows
from annotation.formats.corpora.tools import faults
from annotation.formats.corpora.tools.layout import CONLL
from annotation.formats.corpora.tools.texts import cut_tokens
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue, TurnValue

_TAG = re.compile(r"O|([BIESLU])-(.*\S)")
_NAMED = re.compile(r"# (?:newdoc )?id\b(?:\s*= ?|\s*)(?P<name>.*)")
_SAID = re.compile(r"# (?P<key>speaker|lang) = (?P<value>.*)")
_LABEL = re.compile(r"# label (?P<short>\S+) = (?P<label>.+)")
_COMMENT = re.compile(r"#(?: (?:\S+ )?\S+ = .*| id\b.*| label \S+ = .*)?")
_START = "-DOCSTART-"
_SINGLE, _LAST = {"S": "B", "U": "B"}, {"E": "I", "L": "I"}


@dataclass(slots=True)
class _Shape:
    """What a first reading tells of a file."""

    columns: int = 0
    delimiter: str = " "
    marked: bool = False  # something in it begins dialogues
    closed: bool = False  # BIOES: items have an end
    starts: bool = False  # an item begins with I-: as in IOB1 ...
    begins: bool = False  # or with B- where IOB1 would have I-

    @property
    def scheme(self) -> str:
        return "BIOES" if self.closed else "IOB1" if self.starts and not self.begins else "IOB2"


@dataclass(slots=True)
class _Draft:
    """A dialogue while its lines come in."""

    line: int
    name: str = ""
    lang: str = ""
    start: str = ""  # its -DOCSTART- line
    labels: dict[str, str] = field(default_factory=dict)  # as written -> as it is
    turns: list["_Turn"] = field(default_factory=list)


@dataclass(slots=True)
class _Turn:
    line: int
    speaker: str = ""
    comments: list[str] = field(default_factory=list)
    rows: list[tuple[int, list[str]]] = field(default_factory=list)


def read_conll(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogues of each file, in order, one at a time in memory; raises FormatError."""
    for name in files:
        shape = _shape_of(files, name)
        stem = re.sub(r"\.\w{1,5}$", "", name.replace("\\", "/").rsplit("/", 1)[-1]) or "dialogue"
        drafts = _drafts(files, name, shape, options.max_turns)
        some = list(itertools.islice(drafts, 2))
        for number, draft in enumerate(itertools.chain(some, drafts), 1):
            given = stem if len(some) < 2 else f"{stem}-{number:03d}"
            try:
                dialogue = _dialogue(draft, given, shape, name, options)
            except FormatError as fault:
                options.leave_out(fault)
                continue
            yield dialogue


def _cells(row: str, delimiter: str) -> list[str]:
    return re.split(r"\t" if delimiter == "\t" else r"[ \t]+", row.rstrip(" "))


def _is_comment(row: str, shape: _Shape) -> bool:
    """A line of remarks; a word that is "#" itself has a tag behind it."""
    if not row.startswith("#"):
        return False
    cells = _cells(row, shape.delimiter)
    is_word = len(cells) in (2, shape.columns) and _TAG.fullmatch(cells[-1])
    return not is_word or _COMMENT.fullmatch(row) is not None


def _shape_of(files: Files, name: str) -> _Shape:
    """What tells how the file is to be read; nothing is refused here."""
    shape = _Shape()
    before = "O"
    for row in rows(files, name):
        if not row.strip():
            before = "O"
            continue
        if row.startswith(_START) or (_is_comment(row, shape) and _NAMED.fullmatch(row)):
            shape.marked = True
            continue
        if _is_comment(row, shape):
            continue
        if not shape.columns:
            shape.delimiter = "\t" if "\t" in row else " "
            shape.columns = len(_cells(row, shape.delimiter))
        tag = _cells(row, shape.delimiter)[-1]
        match = _TAG.fullmatch(tag)
        if match is None or match[1] is None:
            before = "O"
            continue
        goes_on = before != "O" and before[2:] == match[2]
        shape.closed = shape.closed or match[1] in "ESLU"
        shape.starts = shape.starts or (match[1] == "I" and not goes_on)
        shape.begins = shape.begins or (match[1] == "B" and not goes_on)
        before = tag
    return shape


def _drafts(files: Files, name: str, shape: _Shape, most: int) -> Iterator[_Draft]:
    """The dialogues of a file; of one that is marked and has more than `most` turns the rest is
    dropped: who counts them refuses it."""
    draft: _Draft | None = None
    turn = _Turn(0)

    def settle(line: int) -> None:
        nonlocal draft, turn
        if turn.rows:
            draft = draft or _Draft(turn.line)
            if len(draft.turns) <= most:
                draft.turns.append(turn)
            turn = _Turn(line)

    for number, row in enumerate(rows(files, name), 1):
        if not row.strip():
            settle(number)
            if draft and not shape.marked and len(draft.turns) >= most:
                yield draft
                draft = None
            continue
        is_comment = _is_comment(row, shape)
        named = _NAMED.fullmatch(row) if is_comment else None
        if row.startswith(_START) or (
            named and (turn.rows or not draft or draft.turns or draft.name)
        ):
            settle(number)
            if draft is not None:
                yield draft
            draft = _Draft(number, start="" if named else row)
        if named:
            assert draft is not None
            draft.name = named["name"]
        elif is_comment:
            draft = draft or _Draft(number)
            _remark(row, draft, turn)
        elif not row.startswith(_START):
            turn.line = turn.line if turn.rows else number
            turn.rows.append((number, _cells(row, shape.delimiter)))
    settle(0)
    if draft is not None:
        yield draft


def _remark(row: str, draft: _Draft, turn: _Turn) -> None:
    if said := _SAID.fullmatch(row):
        if said["key"] == "speaker":
            turn.speaker = said["value"]
        else:
            draft.lang = said["value"]
    elif label := _LABEL.fullmatch(row):
        draft.labels[label["short"]] = label["label"]
    else:
        turn.comments.append(row)


def _dialogue(
    draft: _Draft, given: str, shape: _Shape, file: str, options: ReadOptions
) -> DialogueValue:
    turns = tuple(
        _turn(turn, number, draft, shape, file, options)
        for number, turn in enumerate(draft.turns, 1)
    )
    kept: dict[str, object] = {}
    if draft.start:
        kept["start"] = draft.start
    if draft.name:
        kept["named"] = True
    if draft.lang:
        kept["lang"] = True
    if shape.delimiter != "\t":
        kept["delimiter"] = shape.delimiter
    return DialogueValue(
        draft.name or given, draft.lang or options.lang, turns, extra={CONLL: kept}, line=draft.line
    )


def _turn(
    turn: _Turn, number: int, draft: _Draft, shape: _Shape, file: str, options: ReadOptions
) -> TurnValue:
    words: list[str] = []
    tags: list[str] = []
    for line, cells in turn.rows:
        if len(cells) != shape.columns or len(cells) < 2 or not cells[0]:
            most = max(shape.columns, 2)
            raise FormatError(faults.COLUMNS, file=file, line=line, n=len(cells), most=most)
        if not _TAG.fullmatch(cells[-1]):
            raise FormatError(faults.NO_TAG, file=file, line=line)
        words.append(cells[0])
        tags.append(cells[-1])
    bounds = list(_bounds(words))
    lines = [line for line, _cells in turn.rows]
    spans = [
        SpanValue(bounds[first][0], bounds[last][1], draft.labels.get(label, label))
        for first, last, label in _items(tags, shape.scheme, file, lines)
    ]
    text = " ".join(words)
    kept: dict[str, object] = {}
    if turn.comments:
        kept["comments"] = turn.comments
    if bounds != cut_tokens(text, spans):
        kept["words"] = [len(word) for word in words]
    if shape.columns > 2:
        kept["columns"] = [cells[1:-1] for _line, cells in turn.rows]
    value = TurnValue(turn.speaker, text, tuple(spans), {CONLL: kept} if kept else {})
    check_turn(value, number=number, file=file, line=turn.line, cap=options.max_turn)
    return value


def _bounds(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where words stand in a text in which they are joined by blanks."""
    at = 0
    for word in words:
        yield at, at + len(word)
        at += len(word) + 1


def _items(
    tags: Sequence[str], scheme: str, file: str, lines: Sequence[int]
) -> Iterator[tuple[int, int, str]]:
    """(first word, last word, label) of each item; raises FormatError conll_line."""
    first, label, is_closed = -1, "", True
    for place, tag in enumerate([*tags, "O"]):
        prefix, _dash, name = tag.partition("-")
        begins = prefix in ("B", "S", "U") or (
            prefix == "I" and scheme == "IOB1" and (first < 0 or name != label)
        )
        goes_on = prefix in ("I", "E", "L") and not begins
        if goes_on and (first < 0 or name != label or (scheme == "BIOES" and is_closed)):
            raise FormatError(faults.INSIDE, file=file, line=lines[place])
        if first >= 0 and not goes_on:
            if scheme == "BIOES" and not is_closed:
                raise FormatError(faults.UNCLOSED, file=file, line=lines[place - 1])
            yield first, place - 1, label
            first = -1
        if begins:
            first, label = place, name
        is_closed = prefix in ("S", "U", "E", "L")


def render_conll(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """A dialogue in a file of all: remarks, then a word and its IOB2 tag a line, a blank line
    behind each turn. A turn without words is left out."""
    kept = dialogue.extra.get(CONLL)
    layout = kept if isinstance(kept, dict) else {}
    delimiter = " " if layout.get("delimiter") == " " else "\t"
    written: list[str] = []
    if isinstance(start := layout.get("start"), str) and start.startswith(_START):
        written += [start, ""]
    if not start or layout.get("named") is True:
        written.append(f"# id = {dialogue.id}")
    if not isinstance(kept, dict) or layout.get("lang") is True:
        written.append(f"# lang = {dialogue.lang}")
    labelled = [(span, turn.text) for turn in dialogue.turns for span in turn.spans]
    short = _short({each.label for each, text in labelled if text[each.start : each.end].strip()})
    written += [f"# label {each} = {label}" for label, each in short.items() if each != label]
    for turn in dialogue.turns:
        written += _turn_rows(turn, delimiter, short)
    return [("", ("\n".join(written) + "\n").encode("utf-8"))]


def _short(labels: Iterable[str]) -> dict[str, str]:
    """Labels as a column can hold them, without blanks; no two alike."""
    short: dict[str, str] = {}
    for label in sorted(labels, key=lambda each: (re.search(r"\s", each) is not None, each)):
        name = re.sub(r"\s", "_", label)
        while name in short.values():
            name += "_"
        short[label] = name
    return short


def _turn_rows(turn: TurnValue, delimiter: str, short: Mapping[str, str]) -> list[str]:
    kept = turn.extra.get(CONLL)
    layout = kept if isinstance(kept, dict) else {}
    bounds = _kept_bounds(turn, layout) or cut_tokens(turn.text, turn.spans)
    if not bounds:
        return []
    columns = layout.get("columns")
    middle = columns if isinstance(columns, list) and len(columns) == len(bounds) else ()
    comments = layout.get("comments")
    written = [str(each) for each in comments] if isinstance(comments, list) else []
    if turn.speaker:
        written.append(f"# speaker = {turn.speaker}")
    for place, ((start, end), tag) in enumerate(
        zip(bounds, _tags(bounds, turn.spans, short), strict=True)
    ):
        between = [str(each) for each in middle[place]] if middle else []
        written.append(delimiter.join([turn.text[start:end], *between, tag]))
    return [*written, ""]


def _kept_bounds(turn: TurnValue, layout: dict[str, object]) -> list[tuple[int, int]]:
    """Where the words stood when they were read, while text and spans still fit them."""
    sizes = layout.get("words")
    if not isinstance(sizes, list) or any(type(size) is not int or size < 1 for size in sizes):
        return []
    bounds = list(_bounds(["x" * size for size in sizes]))
    starts, ends = {start for start, _end in bounds}, {end for _start, end in bounds}
    fits = all(span.start in starts and span.end in ends for span in turn.spans)
    if not bounds or bounds[-1][1] != len(turn.text) or not fits:
        return []
    return bounds if all(turn.text[end] == " " for _start, end in bounds[:-1]) else []


def _tags(
    bounds: Sequence[tuple[int, int]], spans: Sequence[SpanValue], short: Mapping[str, str]
) -> list[str]:
    """An IOB2 tag for each word; no word stands on the edge of a span."""
    tags = ["O"] * len(bounds)
    waiting = iter(sorted(spans, key=lambda span: span.start))
    span = next(waiting, None)
    before: SpanValue | None = None
    for place, (start, end) in enumerate(bounds):
        while span is not None and span.end <= start:
            span = next(waiting, None)
        if span is not None and span.start <= start and end <= span.end:
            tags[place] = ("I-" if span is before else "B-") + short[span.label]
            before = span
    return tags
