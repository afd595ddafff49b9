"""What holds for each format of other tools: nothing shifts, is half read, or is said."""

import io
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from annotation.formats import (
    DialogueValue,
    FormatError,
    ReadOptions,
    SpanValue,
    TurnValue,
    detect_source,
    iter_corpus,
    read_corpus,
    write_corpus,
)
from annotation.formats.corpora.replacing import replaced_dialogue
from annotation.formats.corpora.tools.texts import cut_tokens
from tests.annotation.formats.test_round_trips import (
    LINED,
    PIECES,
    TRIES,
    VALUES,
    again,
    core,
    dialogues,
)
from tests.effort import tries

JSON_TOOLS = ["label-studio", "doccano", "prodigy"]
TOOLS = ["conll", *JSON_TOOLS]


def flat(text: str) -> str:
    """A turn as the text of a task holds it: its line ends are blanks."""
    return "".join(
        " " if char == "\n" or (char == "\r" and place + 1 == len(text)) else char
        for place, char in enumerate(text)
    )


@pytest.mark.parametrize("format", JSON_TOOLS)
@TRIES
@given(dialogues(LINED))
def test_texts_spans_and_speakers_come_back(format: str, written: list[DialogueValue]) -> None:
    back = again(format, written)
    wanted = [
        (d.id, [(t.speaker, flat(t.text), t.spans) for t in d.turns if t.text]) for d in written
    ]
    assert [(d.id, [(t.speaker, t.text, tuple(_bare(t))) for t in d.turns]) for d in back] == wanted


def _bare(turn: TurnValue) -> list[SpanValue]:
    return [SpanValue(s.start, s.end, s.label) for s in turn.spans]


@pytest.mark.parametrize("format", TOOLS)
@TRIES
@given(dialogues(LINED))
def test_what_was_read_is_written_as_it_was(format: str, written: list[DialogueValue]) -> None:
    """A file that is read and written again, twice, has the same bytes."""
    first, second = io.BytesIO(), io.BytesIO()
    write_corpus(format, written, first)
    back = read_corpus(format, first.getvalue(), filename="x")
    write_corpus(format, back, second)
    assert second.getvalue() == first.getvalue()
    assert core(again("jsonl", back)) == core(back)  # and every other format takes it


@TRIES
@example([DialogueValue(" 0", "es", (TurnValue("a", "hola"),))])
@given(dialogues(LINED))
def test_conll_keeps_words_and_labels(written: list[DialogueValue]) -> None:
    """Words are joined by blanks; a turn without words goes, and a span without words."""
    for before, after in zip(written, again("conll", written), strict=True):
        assert after.id == before.id
        wanted = []
        for turn in before.turns:
            bounds = cut_tokens(turn.text, turn.spans)
            if not bounds:
                continue
            words = [turn.text[start:end] for start, end in bounds]
            labelled = [
                ([place for place, (a, b) in enumerate(bounds) if s.start <= a and b <= s.end], s)
                for s in turn.spans
            ]
            wanted.append(
                (
                    turn.speaker,
                    " ".join(words),
                    [
                        (
                            " ".join(words[: p[0]] + [""] * bool(p[0])),
                            [words[i] for i in p],
                            s.label,
                        )
                        for p, s in labelled
                        if p
                    ],
                )
            )
        got = [
            (
                t.speaker,
                t.text,
                [(t.text[: s.start], t.text[s.start : s.end].split(" "), s.label) for s in t.spans],
            )
            for t in after.turns
        ]
        assert got == wanted


DETECTED = st.lists(st.sampled_from([*PIECES, "\n"]), min_size=1, max_size=12).map("".join)


@pytest.mark.parametrize("format", TOOLS)
@TRIES
@given(dialogues(DETECTED))
def test_auto_knows_what_we_write(format: str, written: list[DialogueValue]) -> None:
    out = io.BytesIO()
    write_corpus(format, written, out)
    if format == "conll" and not any(cut_tokens(t.text, ()) for d in written for t in d.turns):
        return  # remarks alone
    assert detect_source(out.getvalue(), "x.txt") == format
    assert detect_source(b"\xef\xbb\xbf" + out.getvalue(), "x.txt") == format


SECRET = "Zuriñe"
CONLL = (
    f"-DOCSTART- -X- O\n\nSoy VB O\n{SECRET} NN B-per\nOlabe NN I-per\n\n"
    f"-DOCSTART- -X- O\n\n{SECRET} NN B-per\n\n"
)
TASK = {
    "data": {"text": f"Soy {SECRET}\nde 😀 Irun"},
    "annotations": [
        {
            "id": 3,
            "completed_by": 1,
            "result": [
                {
                    "id": "a",
                    "from_name": "l",
                    "to_name": "t",
                    "type": "labels",
                    "value": {"start": 4, "end": 10, "text": SECRET, "labels": ["per"]},
                },
            ],
        }
    ],
}
LABEL_STUDIO = json.dumps([{"id": 1, **TASK}, {"id": 2, **TASK}], indent=2, ensure_ascii=False)
DOCCANO = "".join(
    json.dumps({"id": n, "text": TASK["data"]["text"], "label": [[4, 10, "per"]]}) + "\n"
    for n in (1, 2)
)
PRODIGY = "".join(
    json.dumps(
        {
            "text": TASK["data"]["text"],
            "_task_hash": n,
            "spans": [{"start": 4, "end": 10, "label": "per"}],
            "answer": "accept",
        }
    )
    + "\n"
    for n in (1, 2)
)
SAMPLES = {
    "conll": CONLL,
    "label-studio": LABEL_STUDIO,
    "doccano": DOCCANO,
    "prodigy": PRODIGY,
}


@pytest.mark.parametrize("format", TOOLS)
def test_a_sample_comes_back_byte_for_byte(format: str) -> None:
    data = SAMPLES[format].encode()
    assert detect_source(data, "x") == format
    some = read_corpus("auto", data, filename="x.json")
    assert [d.turns[0].text[s.start : s.end] for d in some for s in d.turns[0].spans] == (
        [f"{SECRET} Olabe", SECRET] if format == "conll" else [SECRET, SECRET]
    )
    out = io.BytesIO()
    write_corpus(format, some, out)
    assert out.getvalue() == data


def tried(format: str, data: bytes) -> tuple[list[DialogueValue], FormatError | None]:
    try:
        return read_corpus(format, data, filename="x"), None
    except FormatError as fault:
        return [], fault


@pytest.mark.parametrize("format", TOOLS)
def test_a_file_cut_short_is_one_fault_with_its_line(format: str) -> None:
    """At every byte: either a whole piece is gone, which no format can tell, or the fault says
    where; no part of a record is read, and no word of the corpus is in the message."""
    data = SAMPLES[format].encode()
    whole = read_corpus(format, data, filename="x")
    for cut in range(1, len(data)):
        some, fault = tried(format, data[:cut])
        if fault is not None:
            said = str(fault)
            assert not any(word in said for word in (SECRET, "Olabe", "Irun"))
            assert 0 < (fault.line or 0) <= data[:cut].count(b"\n") + 1
            assert said.startswith(f"x:{fault.line}: ")
            continue
        assert format != "label-studio" or not data[cut:].strip()
        if format in ("doccano", "prodigy"):
            assert core(some) == core(whole[: len(some)])
        for got, full in zip(some, whole, strict=False):
            texts = [turn.text for turn in full.turns]
            for place, turn in enumerate(got.turns):
                assert turn.text == texts[place] or (
                    format == "conll" and texts[place].startswith(turn.text)
                )


@pytest.mark.parametrize("format", JSON_TOOLS)
@settings(TRIES, max_examples=tries(40, 750))
@given(VALUES, st.sampled_from(["text", "label", "spans", "data", "annotations", "result", "meta"]))
def test_any_json_only_raises_our_error(format: str, value: Any, key: str) -> None:
    for record in (
        {"text": "Soy Ana", "label": [[4, 7, "x"]], key: value},
        {"text": "Soy Ana", "spans": [], key: value},
        {"data": {"text": "Soy Ana"}, "annotations": [{"result": []}], key: value},
        {"data": {"text": "Soy Ana"}, "annotations": [{"result": [], key: value}]},
    ):
        data = json.dumps([record] if format == "label-studio" else record).encode()
        with suppress(FormatError):
            some = read_corpus(format, data, filename="f")
            for target in ("jsonl", *TOOLS):
                write_corpus(target, some, io.BytesIO())


@pytest.mark.parametrize("format", JSON_TOOLS)
def test_no_word_is_left_beside_a_replaced_text(format: str) -> None:
    for source in TOOLS:
        for dialogue in read_corpus(source, SAMPLES[source].encode(), filename="x.json"):
            texts = ["Soy Eva", "de aquí"][: len(dialogue.turns)]
            edits = {
                place: [(0, len(turn.text), texts[place])]
                for place, turn in enumerate(dialogue.turns)
            }
            spans: dict[int, list[SpanValue]] = {place: [] for place in edits}
            out = io.BytesIO()
            write_corpus(format, [replaced_dialogue(dialogue, texts, edits, spans)], out)
            said = out.getvalue().decode("unicode_escape" if format == "prodigy" else "utf-8")
            assert not any(word in said for word in (SECRET, "Olabe", "Irun", "Zuri"))


@pytest.mark.parametrize("format", JSON_TOOLS)
def test_a_span_over_a_line_end_is_cut_and_joined_again(format: str) -> None:
    text = "Calle Mayor 3\r\n\r\n28001 Madrid, sí"
    out = io.BytesIO()
    one = DialogueValue("a", "es", (TurnValue("", "x"),))
    write_corpus(format, [one], out)
    raw = json.loads(out.getvalue())
    record = raw[0] if format == "label-studio" else raw
    if format == "label-studio":
        record["data"]["text"] = text
        value = {"start": 0, "end": 29, "labels": ["place"]}
        result = [{"type": "labels", "to_name": "t", "value": value}]
        record["annotations"] = [{"result": result}]
    else:
        record["text"] = text
        record.pop("tokens", None)
        record["label" if format == "doccano" else "spans"] = (
            [[0, 29, "place"]]
            if format == "doccano"
            else [{"start": 0, "end": 29, "label": "place"}]
        )
    data = json.dumps(raw).encode()
    [dialogue] = read_corpus(format, data, filename="x")
    assert [(t.text, [t.text[s.start : s.end] for s in t.spans]) for t in dialogue.turns] == [
        ("Calle Mayor 3", ["Calle Mayor 3"]),
        ("28001 Madrid, sí", ["28001 Madrid"]),
    ]
    out = io.BytesIO()
    write_corpus(format, [dialogue], out)
    assert out.getvalue().strip() == data


def test_dialogues_with_a_fault_are_left_out_where_somebody_is_told() -> None:
    told: list[FormatError] = []
    options = ReadOptions(on_fault=told.append)
    bad = DOCCANO + '{"id": 3, "text": "x", "label": [[0, 9, "per"]]}\n{"id": 4'
    ids = [d.id for d in iter_corpus("doccano", bad.encode(), options, filename="f")]
    assert ids == ["1", "2"]
    assert [(each.code, each.line) for each in told] == [("span_range", 3), ("json", 4)]


def test_the_members_of_a_zip_are_of_one_format() -> None:
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.conll", CONLL)
        archive.writestr("b.conll", CONLL)
    some = read_corpus("auto", out.getvalue(), filename="x.zip")
    assert [each.id for each in some] == ["a-001", "a-002", "b-001", "b-002"]
