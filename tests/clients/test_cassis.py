"""dkpro-cassis, the library of INCEpTION's makers: both forms of a CAS, written and read by it."""

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given

from annotation.formats import DialogueValue, SpanValue, TurnValue, detect_source, read_corpus
from annotation.formats import render as render_files
from annotation.formats.corpora.documents.annotations import NAMED_ENTITY
from tests.annotation.formats.test_round_trips import LINED, TRIES, dialogues
from tests.clients.installed import client

cassis = client("cassis", "dkpro-cassis")
pytestmark = pytest.mark.clients

TEXT = "😀 Soy Ana Olabe\nde 👩\u200d💻 Irun, n\u0303o"
LABELS = [("Ana Olabe", "PER"), ("Irun", "LOC")]
TYPES = cassis.load_dkpro_core_typesystem()
TOKEN = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
LEMMA = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Lemma"
FORMS = ("xmi", "cas-json")


def a_cas() -> Any:
    """Named entities, tokens with lemmas, and a layer that somebody made."""
    types = cassis.load_dkpro_core_typesystem()
    mood = types.create_type("custom.Mood", "uima.tcas.Annotation")
    types.create_feature(mood, "how", "uima.cas.String")
    cas = cassis.Cas(types)
    cas.sofa_string, cas.sofa_mime = TEXT, "text/plain"
    for words, label in LABELS:
        at = TEXT.index(words)
        cas.add(types.get_type(NAMED_ENTITY)(begin=at, end=at + len(words), value=label))
    for word in ("Soy", "Ana", "Olabe"):
        at = TEXT.index(word)
        place = {"begin": at, "end": at + len(word)}
        lemma = types.get_type(LEMMA)(value=word.lower(), **place)
        cas.add(lemma)
        cas.add(types.get_type(TOKEN)(lemma=lemma, **place))
    cas.add(mood(begin=2, end=5, how="glad"))
    return cas


def written_by_it(form: str, cas: Any) -> bytes:
    text = cas.to_xmi() if form == "xmi" else cas.to_json()
    assert isinstance(text, str)
    return text.encode()


def read_by_it(form: str, data: bytes, types: Any = TYPES) -> Any:
    if form == "xmi":
        return cassis.load_cas_from_xmi(BytesIO(data), typesystem=types)
    return cassis.load_cas_from_json(BytesIO(data))


def entities(cas: Any) -> list[tuple[str, str]]:
    return [(each.get_covered_text(), each.value) for each in cas.select(NAMED_ENTITY)]


def spans(dialogue: DialogueValue) -> list[tuple[str, str]]:
    return [(t.text[s.start : s.end], s.label) for t in dialogue.turns for s in t.spans]


@pytest.mark.parametrize("form", FORMS)
def test_what_it_writes_is_read(form: str) -> None:
    data = written_by_it(form, a_cas())
    assert detect_source(data, "c.x") == form
    [dialogue] = read_corpus("auto", data, filename="c.x")
    assert [turn.text for turn in dialogue.turns] == TEXT.split("\n")
    assert {*LABELS} <= {*spans(dialogue)}


@pytest.mark.parametrize("form", FORMS)
@TRIES
@given(some=dialogues(LINED))
def test_it_reads_what_we_write(form: str, some: list[DialogueValue]) -> None:
    for before in some:
        [(_ending, data)] = render_files(form, before).files
        [(_e, ours)] = render_files("label-studio", before).files  # the same text, a line a turn
        cas = read_by_it(form, data)
        found = [text for text, _label in entities(cas)]
        labelled = [s for t in before.turns for s in t.spans]
        assert len(found) == len(labelled) and ours
        for text, (turn, span) in zip(
            found, [(t, s) for t in before.turns for s in t.spans], strict=True
        ):
            said = turn.text[span.start : span.end]
            assert len(text) == len(said)


def test_labels_of_ours_are_its_named_entities() -> None:
    turn = TurnValue(
        "A", "soy 😀Ana & <Eva>", (SpanValue(5, 8, "female name"), SpanValue(12, 15, "x"))
    )
    for form in FORMS:
        [(_ending, data)] = render_files(form, DialogueValue("d", "es", (turn,))).files
        assert entities(read_by_it(form, data)) == [("Ana", "female name"), ("Eva", "x")]


def changed(dialogue: DialogueValue) -> DialogueValue:
    """One label has another name, one is gone, one is new."""
    first, second = dialogue.turns
    name = next(s for s in first.spans if s.label == "PER")
    others = [s for s in first.spans if s.label not in ("PER", "how", "glad", "Mood")]
    at = second.text.index("n\u0303o")
    spans = sorted([*others, replace(name, label="NAME")], key=lambda s: s.start)
    turns = replace(first, spans=tuple(spans)), replace(second, spans=(SpanValue(at, at + 3, "X"),))
    return replace(dialogue, turns=turns)


@pytest.mark.parametrize("form", FORMS)
def test_what_we_do_not_use_comes_back(form: str) -> None:
    data = written_by_it(form, a_cas())
    [dialogue] = read_corpus("auto", data, filename="c.x")
    [(_ending, same)] = render_files(form, dialogue).files
    assert same == data
    [(_ending, other)] = render_files(form, changed(dialogue)).files
    types = a_cas().typesystem
    cas = read_by_it(form, other, types)
    assert cas.sofa_string == TEXT
    assert sorted(entities(cas)) == [("Ana Olabe", "NAME"), ("n\u0303o", "X")]
    lemmas = [(each.get_covered_text(), each.lemma.value) for each in cas.select(TOKEN)]
    assert lemmas == [("Soy", "soy"), ("Ana", "ana"), ("Olabe", "olabe")]
    assert not list(cas.select("custom.Mood"))  # it was a label, and is gone
    [again] = read_corpus("auto", other, filename="c.x")
    assert spans(again) == spans(changed(dialogue))
