"""WebAnno TSV 3 in and out: a sentence is a turn, a token a line, offsets in UTF-16 units.

Of the layers of a file one gives the labels: named entities where it has them, else the first span
layer with a feature. Other layers and overlapping labels are counted ("webanno_ignored").
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from annotation.formats import faults
from annotation.formats.checks import check_turn
from annotation.formats.corpora.documents import faults as wrong
from annotation.formats.corpora.documents.annotations import NAMED_ENTITY, longest
from annotation.formats.corpora.lines import rows
from annotation.formats.corpora.tools.texts import Units, cut_tokens
from annotation.formats.errors import FormatError
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue, TurnValue

IGNORED = "webanno_ignored"
_LAYER = re.compile(r"#T_(?P<kind>SP|CH|RL)=(?P<name>[^|]*)(?P<features>.*)")
_TOKEN = re.compile(r"\d+-\d+(?P<sub>\.\d+)?\t(?P<begin>\d{1,9})-(?P<end>\d{1,9})\t(?P<rest>.*)")
_VALUE = re.compile(r"(?P<value>.*?)(?:\[(?P<id>\d+)\])?", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "b": "\b"}
_PREFERRED = ("value", "label", "identifier")


@dataclass(slots=True)
class _Layout:
    """Which column has the labels; how many annotations of other layers there are."""

    column: int = -1
    columns: int = 0
    layers: int = 0


@dataclass(slots=True)
class _Sentence:
    line: int
    text: list[str] = field(default_factory=list)
    tokens: list[tuple[int, int, int, str, str]] = field(default_factory=list)  # line, ..., value


def read_webanno(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""
    for name in files:
        try:
            dialogue = _dialogue(files, name, options)
        except FormatError as fault:
            options.leave_out(fault)
            continue
        yield dialogue


def _dialogue(files: Files, name: str, options: ReadOptions) -> DialogueValue:
    layout, turns, ignored = _Layout(), list[TurnValue](), 0
    for sentence in _sentences(files, name, layout):
        text = "\n".join(sentence.text)
        spans, left = _spans(sentence, text, name)
        ignored += left
        turn = TurnValue("", text, tuple(spans))
        cap, line = options.max_turn, sentence.line
        check_turn(turn, number=len(turns) + 1, file=name, line=line, cap=cap)
        turns.append(turn)
    if not turns:
        raise FormatError(faults.EMPTY, file=name)
    stem = re.sub(r"\.\w{1,5}$", "", name.replace("\\", "/").rsplit("/", 1)[-1]) or "document"
    left_layers = max(0, layout.layers - 1)
    extra = {IGNORED: ignored + left_layers} if ignored + left_layers else {}
    return DialogueValue(dialogue_name(stem), options.lang, tuple(turns), extra=extra, line=1)


def _sentences(files: Files, name: str, layout: _Layout) -> Iterator[_Sentence]:
    now: _Sentence | None = None
    layers: list[tuple[str, str, list[str]]] = []
    begun = False
    for line, row in enumerate(rows(files, name), 1):
        if not begun and not row.strip():
            continue
        if not begun:
            begun = True
            if not row.startswith("#FORMAT=WebAnno TSV 3"):
                raise FormatError(wrong.NO_WEBANNO, file=name, line=line)
        elif layer := _LAYER.fullmatch(row) if now is None else None:
            layers.append((layer["kind"], layer["name"], layer["features"].split("|")[1:]))
            _choose(layers, layout)
        elif row.startswith("#Text="):
            if now is None or now.tokens:
                if now is not None:
                    yield now
                now = _Sentence(line)
            now.text.append(_plain(row.removeprefix("#Text=")))
        elif (match := _TOKEN.fullmatch(row)) and now is not None:
            word, *cells = match["rest"].split("\t")
            value = cells[layout.column] if 0 <= layout.column < len(cells) else "_"
            place = int(match["begin"]), int(match["end"])
            if match["sub"] is None or value != "_":
                now.tokens.append((line, *place, _plain(word), value))
        elif row.strip() and not row.startswith("#"):
            raise FormatError(wrong.WEBANNO_LINE, file=name, line=line)
    if now is not None:
        yield now


def _choose(layers: list[tuple[str, str, list[str]]], layout: _Layout) -> None:
    """The column of the labels, among those behind the first three."""
    best, at, layout.layers = 99, 0, 0
    for kind, name, features in layers:
        if kind == "SP":
            layout.layers += 1
            rank = 0 if name.endswith("NamedEntity") else 1
            known = [feature for feature in _PREFERRED if feature in features]
            if features and rank < best and not features[0].startswith("ROLE_"):
                best = rank
                chosen = known[0] if known else features[0]
                layout.column = at + sum(map(_width, features[: features.index(chosen)]))
        at += max(1, sum(map(_width, features))) + (kind == "CH") * (len(features) < 2)


def _width(feature: str) -> int:
    return 2 if feature.startswith("ROLE_") else 1


def _spans(sentence: _Sentence, text: str, file: str) -> tuple[list[SpanValue], int]:
    """The labels of a sentence on its text, and how many are left out."""
    if not sentence.tokens:
        raise FormatError(wrong.WEBANNO_LINE, file=file, line=sentence.line)
    units = Units(text)
    line, first, _end, word, _value = sentence.tokens[0]
    begin = first - units.to_utf16(max(0, text.find(word)))
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for line, low, high, word, cell in sentence.tokens:
        start, end = units.from_utf16(low - begin), units.from_utf16(high - begin)
        if start is None or end is None or text[start:end] != word or start >= end:
            raise FormatError(wrong.WEBANNO_TOKEN, file=file, line=line)
        for number, piece in enumerate(_split(cell)):
            match = _VALUE.fullmatch(piece)
            if piece == "_" or match is None:
                continue
            label = _plain(match["value"])
            if label in ("", "*"):
                continue
            key = (label, match["id"] or f"{line}.{number}")
            old = found.get(key, (start, end))
            found[key] = (min(old[0], start), max(old[1], end))
    spans = [SpanValue(*place, label) for (label, _id), place in found.items()]
    kept = longest(spans, len(text))
    return kept, len(spans) - len(kept)


def _split(cell: str) -> list[str]:
    return re.split(r"(?<!\\)\|", cell)


def _plain(text: str) -> str:
    return re.sub(
        r"\\(->|.)", lambda match: _ESCAPES.get(match[1], match[1]), text, flags=re.DOTALL
    )


def render_webanno(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .tsv of a dialogue, with one layer of named entities. Turns without a word are left out;
    so are blanks at the edges of labels."""
    lines = ["#FORMAT=WebAnno TSV 3.3", f"#T_SP={NAMED_ENTITY}|value", ""]
    at = numbered = sentence = 0
    for turn in dialogue.turns:
        units = Units(turn.text)
        tokens = cut_tokens(turn.text, turn.spans)
        if tokens:
            sentence += 1
            lines += ["", f"#Text={_escaped(turn.text)}"]
        cells: Mapping[tuple[int, int], str]
        cells, numbered = _cells(turn, tokens, numbered)
        for number, (start, end) in enumerate(tokens, 1):
            place = f"{at + units.to_utf16(start)}-{at + units.to_utf16(end)}"
            word = _escaped(turn.text[start:end])
            value = cells.get((start, end), "_")
            lines.append(f"{sentence}-{number}\t{place}\t{word}\t{value}\t")
        if tokens:
            at += units.to_utf16(len(turn.text)) + 1
    return [(".tsv", ("\n".join(lines) + "\n").encode("utf-8"))]


def _cells(
    turn: TurnValue, tokens: list[tuple[int, int]], numbered: int
) -> tuple[dict[tuple[int, int], str], int]:
    cells: dict[tuple[int, int], str] = {}
    for span in turn.spans:
        inside = [token for token in tokens if span.start <= token[0] and token[1] <= span.end]
        label = re.sub(r"[\\\[\]|;\t\n*]|^_$|->", lambda match: "\\" + match[0], span.label)
        if len(inside) > 1:
            numbered += 1
            label += f"[{numbered}]"
        cells |= dict.fromkeys(inside, label)
    return cells, numbered


def _escaped(text: str) -> str:
    names = {char: name for name, char in _ESCAPES.items()} | {"\\": "\\"}
    return re.sub(r"[\\\n\r\t\f\x08]", lambda match: "\\" + names[match[0]], text)
