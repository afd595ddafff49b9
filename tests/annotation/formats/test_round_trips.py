"""Whatever stands in a text, writing and reading again gives the same offsets, in every format."""

import json
import unicodedata
from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.formats import (
    FORMATS,
    WRITTEN,
    DialogueValue,
    FormatError,
    ReadOptions,
    SpanValue,
    TurnValue,
    is_installed,
    iter_files,
    read_corpus,
    write_corpus,
)
from tests.effort import tries

HERE = [name for name in WRITTEN if is_installed(name)]
TRIES = settings(
    max_examples=tries(15, 300), deadline=None, suppress_health_check=list(HealthCheck)
)
# Astral, joined and flag emoji, decomposed and composed letters, right-to-left with its marks,
# transcription marks, and every kind of line end.
PIECES = [
    *("Ana", "Olabe", "a", "1", " ", "  ", "\t", ":", "{", '"', "\\", ";", "-", "|Null|"),
    *(
        "\U0001f600",
        "\U0001f469\u200d\U0001f4bb",
        "\U0001f1ea\U0001f1f8",
        "n\u0303",
        "ñ",
        "e\u0301",
    ),
    *("\u05e9\u05dc\u05d5\u05dd", "\u202eabc\u202c", "\u200f", "\u0085", "\u2028", "\x0b", "\x0c"),
    *(
        "\ufeff",
        "<%eh>",
        "una=",
        "+pa",
        "@[*EVENT*: r(|Null|)-a]",
        "# dialogue x",
        "T1\tper 0 3\tAna",
    ),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
LINED = st.lists(st.sampled_from([*PIECES, "\n", "\r\n", "\r"]), max_size=12).map("".join)


@st.composite
def turns(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> TurnValue:
    text = draw(texts)
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    labels = st.sampled_from(["place", "female name"])
    spans = tuple(
        SpanValue(a, b, draw(labels)) for a, b in zip(cuts[::2], cuts[1::2], strict=False)
    )
    return TurnValue(draw(st.sampled_from(["agente", "B 2", ""])), text, spans)


def dialogues(texts: st.SearchStrategy[str]) -> st.SearchStrategy[list[DialogueValue]]:
    names = st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=8
    )
    ids = st.lists(names.filter(str.strip), min_size=1, max_size=3, unique_by=str.casefold)
    spoken = st.lists(turns(texts), min_size=1, max_size=4)
    return ids.flatmap(
        lambda known: st.tuples(*[spoken] * len(known)).map(
            lambda said: [
                DialogueValue(name, "es", tuple(lines))
                for name, lines in zip(known, said, strict=True)
            ]
        )
    )


def again(format: str, written: list[DialogueValue]) -> list[DialogueValue]:
    out = BytesIO()
    write_corpus(format, written, out)
    return read_corpus(format, out.getvalue(), filename="x.zip")


def core(some: list[DialogueValue]) -> Any:
    return [(each.id, [(t.speaker, t.text, t.spans) for t in each.turns]) for each in some]


@TRIES
@given(dialogues(LINED))
def test_jsonl_keeps_everything(written: list[DialogueValue]) -> None:
    assert core(again("jsonl", written)) == core(written)


@TRIES
@given(dialogues(LINED))
def test_brat_keeps_offsets(written: list[DialogueValue]) -> None:
    """Line ends inside turns become spaces, one for one; a turn without text is a blank line."""
    back = again("brat", written)
    for before, after in zip(written, back, strict=True):
        kept = [turn for turn in before.turns if turn.text]
        assert after.id == before.id
        assert [turn.spans for turn in after.turns] == [turn.spans for turn in kept]
        assert [len(turn.text) for turn in after.turns] == [len(turn.text) for turn in kept]
        for old, new in zip(kept, after.turns, strict=True):
            assert all(
                a == b or (a in "\r\n" and b == " ")
                for a, b in zip(old.text, new.text, strict=True)
            )


@TRIES
@given(dialogues(TEXTS))
def test_brat_keeps_texts_without_line_ends(written: list[DialogueValue]) -> None:
    kept = [
        DialogueValue(each.id, "es", tuple(turn for turn in each.turns if turn.text))
        for each in written
    ]
    assert core(again("brat", kept)) == core(kept)


@TRIES
@given(dialogues(LINED))
def test_esport_keeps_texts_and_speakers(written: list[DialogueValue]) -> None:
    """Spans go as words there, so only the texts can be asked back."""
    bare = [
        DialogueValue(d.id, "es", tuple(TurnValue(t.speaker, t.text) for t in d.turns))
        for d in written
    ]
    assert core(again("esport", bare)) == core(bare)


WORDS = st.lists(
    st.sampled_from(
        ["Ana", "Olabe", "n\u0303u", "ñu", "😀", "שלום", "seis", "un=o", "<%eh>", "dosis", "dos"]
    ),
    min_size=1,
    max_size=10,
)


@TRIES
@given(WORDS, st.data())
def test_esport_keeps_labelled_words(words: list[str], data: st.DataObject) -> None:
    """Labels are found again at the same place while no unlabelled word equals a labelled one."""
    chosen = set(data.draw(st.lists(st.sampled_from(words), max_size=4)))
    spans, at = [], 0
    for word in words:
        if word in chosen:
            spans.append(SpanValue(at, at + len(word), "x"))
        at += len(word) + 1
    written = [DialogueValue("d", "es", (TurnValue("a", " ".join(words), tuple(spans)),))]
    assert core(again("esport", written)) == core(written)


@TRIES
@given(dialogues(TEXTS))
def test_plain_keeps_texts(written: list[DialogueValue]) -> None:
    back = again("plain", written)
    assert [[t.text for t in d.turns] for d in back] == [[t.text for t in d.turns] for d in written]


WORDS_OF_FORMATS = (
    "id file-id turns text speaker spans start end label labels word speakers utterance utterances "
    "events filtered-text text-events meta score"
)
KEYS = st.sampled_from(WORDS_OF_FORMATS.split())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.sampled_from(PIECES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)


@pytest.mark.parametrize("format", [*FORMATS, "auto"])
@settings(TRIES, max_examples=tries(40, 750))
@given(
    data=st.binary(max_size=200)
    | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_random_bytes_only_raise_our_error(format: str, data: bytes) -> None:
    for prefix in (
        b"",
        b"\x1f\x8b\x08",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"\xef\xbb\xbf",
        b'{"turns":[',
    ):
        with suppress(FormatError):
            read_corpus(format, prefix + data, filename="f")


@pytest.mark.parametrize("format", ["jsonl", "esport"])
@settings(TRIES, max_examples=tries(75, 1500))
@given(VALUES)
def test_random_json_only_raises_our_error(format: str, value: Any) -> None:
    whole = {"id": "d", "file-id": "d", "turns": [value]}
    for record in (value, whole):
        try:
            some = read_corpus(format, json.dumps(record).encode(), filename="f")
        except FormatError:
            continue
        for target in HERE:
            write_corpus(target, some, BytesIO())


BITS = [
    "T1",
    "T2",
    "\t",
    "per",
    " ",
    "0",
    "3",
    "99",
    ";",
    "Ana",
    "\n",
    "\r\n",
    "#1",
    "R1",
    "-1",
    "１",
]
ANNOTATIONS = st.lists(st.sampled_from([*BITS, "AnnotatorNotes"]), max_size=14).map("".join)


@settings(TRIES, max_examples=tries(25, 500))
@given(ANNOTATIONS)
def test_random_annotations_only_raise_our_error(ann: str) -> None:

    files = {"d.txt": b"Ana Olabe\nde Irun", "d.ann": ann.encode()}
    with suppress(FormatError):
        list(iter_files("brat", files, ReadOptions(), filename="d"))


def test_normal_forms_stay_apart() -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        text = unicodedata.normalize(form, "Begoña ﬁ Å")
        written = [DialogueValue("d", "es", (TurnValue("a", text),))]
        for format in HERE:
            assert again(format, written)[0].turns[0].text == text
