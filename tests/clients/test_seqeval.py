"""seqeval, by whose count papers compare taggers: the items of our CoNLL are the items that it
finds, and those of each scheme that it knows are the ones that we read."""

from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats import DialogueValue, read_corpus, write_corpus
from tests.annotation.formats.test_round_trips import TEXTS, TRIES, dialogues
from tests.clients.installed import client

labelling = client("seqeval.metrics.sequence_labeling", "seqeval")
schemes = client("seqeval.scheme", "seqeval")
pytestmark = pytest.mark.clients


def rows_of(data: bytes) -> list[list[list[str]]]:
    """Sentences of words with their tags, as any reader of CoNLL has them."""
    blocks = data.decode().split("\n\n")
    rows = [
        [line.split("\t") for line in block.split("\n") if line and not line.startswith("# ")]
        for block in blocks
    ]
    return [each for each in rows if each]


@TRIES
@given(dialogues(TEXTS))
def test_items_of_what_we_write(some: list[DialogueValue]) -> None:
    out = BytesIO()
    write_corpus("conll", some, out)
    if not any(turn.text.strip() for each in some for turn in each.turns):
        return
    sentences = rows_of(out.getvalue())
    theirs = [labelling.get_entities([row[-1] for row in rows]) for rows in sentences]
    back = read_corpus("conll", out.getvalue(), filename="x.conll")
    turns = [turn for each in back for turn in each.turns]
    assert [len(turn.spans) for turn in turns] == [len(each) for each in theirs]
    for turn, rows, found in zip(turns, sentences, theirs, strict=True):
        words = [" ".join(row[0] for row in rows[a : b + 1]) for _label, a, b in found]
        assert [turn.text[s.start : s.end] for s in turn.spans] == words


@st.composite
def tagged(draw: st.DrawFn) -> list[tuple[int, int, str]]:
    """Items on words, first and last word, one after the other."""
    at, items = 0, []
    for _number in range(draw(st.integers(1, 5))):
        at += draw(st.integers(0, 2))
        size = draw(st.integers(1, 3))
        items.append((at, at + size - 1, draw(st.sampled_from(["PER", "LOC"]))))
        at += size
    return items


def tags(items: list[tuple[int, int, str]], scheme: str) -> list[str]:
    row = ["O"] * (items[-1][1] + 2)
    last: tuple[int, str] = (-9, "")
    for start, end, label in items:
        row[start : end + 1] = [f"I-{label}"] * (end + 1 - start)
        if scheme != "IOB1" or last == (start - 1, label):
            row[start] = f"B-{label}"
        if scheme == "IOBES":
            row[end] = f"{'S' if start == end else 'E'}-{label}"
        last = (end, label)
    return row


@pytest.mark.parametrize("scheme", ["IOB1", "IOB2", "IOBES"])
@TRIES
@given(items=tagged())
def test_schemes(scheme: str, items: list[tuple[int, int, str]]) -> None:
    row = tags(items, scheme)
    known: Any = getattr(schemes, scheme)
    [found] = schemes.Entities([row], scheme=known).entities
    assert [(e.start, e.end - 1, e.tag) for e in found] == items
    data = "".join(f"w{number}\t{tag}\n" for number, tag in enumerate(row))
    [dialogue] = read_corpus("conll", data.encode(), filename="x.conll")
    [turn] = dialogue.turns
    ours = [(turn.text[s.start : s.end].split(), s.label) for s in turn.spans]
    assert ours == [
        ([f"w{number}" for number in range(start, end + 1)], label) for start, end, label in items
    ]
