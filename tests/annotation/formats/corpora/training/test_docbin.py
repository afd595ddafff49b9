"""A DocBin is what spaCy trains from, and comes back with the same texts, speakers and labels."""

import pytest
from hypothesis import assume, given

from annotation.formats import DialogueValue, FormatError, TurnValue, detect_source, is_installed
from tests.annotation.formats.corpora.training.corpus import ALL, again, written
from tests.annotation.formats.test_round_trips import LINED, TRIES, dialogues

installed = pytest.mark.skipif(
    not is_installed("docbin"), reason="spaCy is not installed: pip install 'antifaz[docbin]'"
)


def said(dialogues: list[DialogueValue]) -> list[object]:
    return [
        (each.id, each.lang, [
            (t.speaker, t.text, [(s.start, s.end, s.label) for s in t.spans]) for t in each.turns
        ])
        for each in dialogues
    ]  # fmt: skip


@pytest.mark.skipif(is_installed("docbin"), reason="spaCy is installed")
def test_without_spacy_it_is_refused_with_a_sentence() -> None:
    with pytest.raises(FormatError, match="spacy is not installed") as caught:
        written("docbin")
    assert "antifaz[docbin]" in str(caught.value)


@installed
def test_texts_and_labels_come_back() -> None:
    data = written("docbin")
    assert detect_source(data, "a.bin") == "docbin" and written("docbin") == data
    assert said(again("auto", data)) == said(ALL)


@installed
@TRIES
@given(dialogues(LINED))
def test_whatever_stands_in_a_text_comes_back(some: list[DialogueValue]) -> None:
    """But turns without a text, labels on blanks alone and blanks at their edges."""
    assume(any(turn.text for each in some for turn in each.turns))
    data = written("docbin", some)
    back = again("docbin", data)
    assert written("docbin", back) == data
    wanted = [(d.id, [_words(t) for t in d.turns if t.text]) for d in some]
    assert [(d.id, [_words(t) for t in d.turns]) for d in back] == [w for w in wanted if w[1]]


def _words(turn: TurnValue) -> object:
    labelled = [(turn.text[s.start : s.end].strip(), s.label) for s in turn.spans]
    return turn.speaker, turn.text, [each for each in labelled if each[0]]


@installed
def test_spacy_sees_our_tokens_and_entities() -> None:
    from spacy.tokens import DocBin
    from spacy.vocab import Vocab

    docs = list(DocBin().from_bytes(written("docbin")).get_docs(Vocab()))
    assert [doc.text for doc in docs] == [turn.text for each in ALL for turn in each.turns]
    assert [(token.text, token.ent_iob_, token.ent_type_) for token in docs[1]] == [
        ("Eibar", "B", "place"), ("ren", "O", ""),
    ]  # fmt: skip


@installed
def test_what_spacy_wrote_itself_is_read() -> None:
    from spacy.tokens import Doc, DocBin, Span
    from spacy.vocab import Vocab

    doc = Doc(Vocab(), words=["Soy", "Ana"], spaces=[True, False])
    doc.ents = [Span(doc, 1, 2, "PER")]
    (read,) = again("docbin", DocBin(docs=[doc, doc]).to_bytes())
    assert (read.id, len(read.turns)) == ("corpus", 2)
    assert [(s.start, s.end, s.label) for s in read.turns[0].spans] == [(4, 7, "PER")]


@installed
def test_bad_files_are_refused() -> None:
    data = written("docbin")
    for size in range(2, len(data), len(data) // 40):
        with pytest.raises(FormatError) as caught:
            again("docbin", data[:size])
        assert "Begoña" not in str(caught.value)
