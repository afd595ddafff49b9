"""INCEpTION's external recommender: the two requests of its developer guide, read again by our own
parser, and by dkpro-cassis where that is installed."""

import json
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from annotation.formats.corpora.documents.cas_json import render_cas_json
from annotation.formats.corpora.documents.cas_xmi import render_xmi
from antifaz.guests.cas import Cas, Json, Layer, Xmi
from antifaz.guests.door import Door, Lock
from antifaz.guests.inception import anchored, application
from antifaz.guests.models import Models
from antifaz.values import Dialogue, Span, Turn
from tests.annotation.services.sources.test_registry import bookings
from tests.antifaz.guests.asking import ask

NER = "de.tudarmstadt.ukp.dkpro.core.api.ner.type"
LAYER = f"{NER}.NamedEntity"
CUT = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type"
TYPES = (Path(__file__).parent / "typesystem.xml").read_text(encoding="utf-8")
SAID = "😀 I am Harriet and I want a room"


def metadata(**more: object) -> dict[str, object]:
    said = {"layer": LAYER, "feature": "value", "projectId": 1337, "anchoringMode": "characters"}
    return {**said, "crossSentence": False, "range": {"begin": 0, "end": 10}, **more}


def xmi(dialogue: Dialogue) -> str:
    ((_name, data),) = render_xmi(dialogue)
    return data.decode()


def call(*spans: Span) -> Dialogue:
    return Dialogue("c", "en", (Turn("", SAID, spans), Turn("", "Certainly & for how long?")))


def request(document: dict[str, Any], **more: object) -> dict[str, Any]:
    whole = {"documentId": 42, "userId": "testuser", **document}
    return {"metadata": metadata(**more), "document": whole, "typeSystem": TYPES, "tagsets": []}


@pytest.fixture
def door(models: Models) -> Door:
    return application(models, Lock(), lang="en")


def suggested(answer: str, feature: str = "value") -> list[tuple[int, int, str]]:
    """Begin and end in UTF-16 units and the label of each suggestion, as dkpro-cassis reads it."""
    cassis = pytest.importorskip("cassis", reason="dkpro-cassis is not installed")
    if answer.startswith("{"):
        cas = cassis.load_cas_from_json(answer)
    else:
        cas = cassis.load_cas_from_xmi(answer, cassis.load_typesystem(TYPES))
    found = [each for each in cas.select(LAYER) if each.inception_internal_predicted]
    assert all(0 < each.value_score <= 1 for each in found)
    # It counts code points inside, and gives what stands there.
    return [(each.begin, each.end, each.get_covered_text()) for each in found]


def ours(answer: str) -> list[tuple[int, int, str]]:
    read = (Json if answer.startswith("{") else Xmi)(answer)
    rows = [row.values for row in read.cas.rows if row.type == LAYER]
    told = [row for row in rows if str(row.get("inception_internal_predicted")).lower() == "true"]
    return [(int(row["begin"]), int(row["end"]), row["value"]) for row in told]


@pytest.mark.parametrize("cross", [False, True])
@pytest.mark.parametrize("form", ["xmi", "json", "object"])
def test_suggestions_come_back_on_the_document(door: Door, form: str, cross: bool) -> None:
    ((_name, data),) = render_cas_json(call())
    document = {
        "xmi": {"xmi": xmi(call())}, "json": {"json": data.decode()},
        "object": {"json": json.loads(data)},
    }[form]  # fmt: skip
    status, said = ask(door, "POST", "/predict", request(document, crossSentence=cross))
    assert status == 200
    read = (Xmi if form == "xmi" else Json)(said["document"])
    assert read.cas.text == f"{SAID}\nCertainly & for how long?" and read.cas.lang == "en"
    if form == "xmi":
        assert ours(said["document"]) == [(8, 15, "NAME")]
    else:  # of what its own types do not know nothing is said
        (span,) = read.cas.spans(Layer(LAYER, "value"))
        assert (span.start, span.end, span.label) == (7, 14, "NAME")


@pytest.mark.parametrize("form", ["xmi", "json"])
def test_dkpro_cassis_reads_the_suggestions(door: Door, form: str) -> None:
    """Both forms as it writes them itself, with the type system that INCEpTION sends."""
    cassis = pytest.importorskip("cassis", reason="dkpro-cassis is not installed")
    cas = cassis.Cas(typesystem=cassis.load_typesystem(TYPES))
    cas.sofa_string, cas.sofa_mime = SAID, "text/plain"
    cas.add(cas.typesystem.get_type(f"{CUT}.Sentence")(begin=0, end=len(SAID)))
    document = {"xmi": cas.to_xmi()} if form == "xmi" else {"json": cas.to_json()}
    status, said = ask(door, "POST", "/predict", request(document))
    assert status == 200
    assert suggested(said["document"]) == [(7, 14, "Harriet")]


def test_a_layer_that_keeps_to_sentences_has_no_label_over_two(
    models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is one turn is asked of the learner: a sentence, or a line that holds several."""
    text = "I am Harriet. And I want a room."
    rows = [f'<cut:Sentence xmi:id="{n}" sofa="1" begin="{b}" end="{e}"/>'
            for n, b, e in ((2, 0, 13), (3, 14, 32))]  # fmt: skip
    root = xmi(Dialogue("c", "en", (Turn("", text),)))
    begun, ended = root.index("<cut:Sentence"), root.index("<tcas:")
    root = root[:begun] + "".join(rows) + root[ended:].replace('members="', 'members="3 ')
    asked: list[list[str]] = []

    def seen(_models: Models, _name: str, texts: Any) -> list[tuple[Span, ...]]:
        asked.append([turn.text for each in texts for turn in each.dialogue("x").turns])
        return [()] * len(texts)

    monkeypatch.setattr(Models, "find", seen)
    door = application(models, Lock())
    for cross in (False, True):
        assert ask(door, "POST", "/predict", request({"xmi": root}, crossSentence=cross))[0] == 200
    assert asked == [["I am Harriet.", "And I want a room."], [text]]


def test_each_annotator_has_a_model_of_what_they_have_read(
    door: Door, models: Models, tmp_path: Path
) -> None:
    documents = [{"xmi": xmi(each), "documentId": n, "userId": "testuser"}
                 for n, each in enumerate(bookings())]  # fmt: skip
    asked = {"metadata": metadata(), "documents": documents, "typeSystem": TYPES}
    learnt: list[list[Dialogue]] = []
    train = models.train

    def kept(dialogues: Any, out: Path) -> dict[str, Any]:
        learnt.append(dialogues)
        return train(dialogues, out)

    models.train = kept
    assert ask(door, "POST", "/train", asked) == (204, None)
    (folder,) = {thread.partition(" ")[2] for thread in models._threads}
    models.wait(folder)
    assert folder.startswith("inception-1337-") and "testuser" not in folder
    assert (tmp_path / "models" / folder / "card.json").is_file()
    # Behind the last label of a document nothing is known to have been read.
    assert {len(each.turns) for each in learnt[0]} == {1}
    other = {**asked, "documents": [{**documents[0], "userId": "somebody"}]}
    assert models.place(folder) != models.first and ask(door, "POST", "/train", other)[0] == 204
    for name in list(models._threads):
        models.wait(name.partition(" ")[2])


def test_nothing_labelled_is_told_and_one_training_at_a_time(door: Door, models: Models) -> None:
    asked = {"metadata": metadata(), "typeSystem": TYPES}
    none = {**asked, "documents": [{"xmi": xmi(call()), "userId": "a", "documentId": 1}]}
    assert ask(door, "POST", "/train", none)[1]["code"] == "nothing_labelled"
    assert ask(door, "POST", "/train", {**asked, "documents": []})[0] == 422
    some = {"xmi": xmi(call(Span(7, 14, "NAME"))), "userId": "a", "documentId": 1}
    may_end = Event()
    models.train = lambda _dialogues, _out: {"": may_end.wait()}
    statuses = [ask(door, "POST", "/train", {**asked, "documents": [some]})[0] for _ in range(2)]
    may_end.set()
    assert statuses == [204, 429]


def test_suggestions_stand_where_the_layer_can_have_them() -> None:
    """INCEpTION drops a suggestion that covers no whole token."""
    rows = [type("R", (), {"type": f"{CUT}.Token", "values": {"begin": b, "end": e}})
            for b, e in ((0, 4), (5, 13), (13, 14))]  # fmt: skip
    rows.append(type("R", (), {"type": f"{CUT}.Sentence", "values": {"begin": 0, "end": 14}}))
    cas = Cas("I'm  d'Harriet", "en", rows)  # type: ignore[arg-type]
    span = Span(7, 14, "NAME", 0.5)
    places = {
        name: [(each.start, each.end) for each in anchored(cas, [span], name)]
        for name in ("characters", "tokens", "singleToken", "sentences")
    }
    assert places == {
        "characters": [(7, 14)], "tokens": [(5, 14)], "singleToken": [(5, 13), (13, 14)],
        "sentences": [(0, 14)],
    }  # fmt: skip


BAD = xmi(call(Span(7, 14, "NAME")))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"document": {"xmi": "<a"}}, "xml"),
        ({"document": {"xmi": "<a/>"}}, "cas"),
        ({"document": {"xmi": BAD.replace("<cas:Sofa", "<cas:Other")}}, "cas"),
        ({"document": {"xmi": BAD.replace('begin="0"', 'begin="999"')}}, "span_range"),
        ({"document": {"xmi": BAD.replace('end="33"', 'end="x"')}}, "span_range"),
        ({"document": {"xmi": BAD.replace("<cas:View", "<cas:Other")}}, "cas"),
        ({"document": {"xmi": '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a"><a/>'}}, "xml"),
        ({"document": {"xmi": 3}}, "wrong_type"),
        ({"document": {}}, "wrong_type"),
        ({"document": {"json": "{}"}}, "cas"),
        ({"document": {"json": "["}}, "json"),
        ({"document": {"json": {"%FEATURE_STRUCTURES": [3]}}}, "cas"),
        ({"typeSystem": "<types/>"}, "no_layer"),
        ({"typeSystem": 3}, "wrong_type"),
        ({"metadata": metadata(anchoringMode="words")}, "anchor"),
        ({"metadata": metadata(crossSentence="no")}, "wrong_type"),
        ({"metadata": metadata(projectId="../x")}, "wrong_type"),
        ({"metadata": None}, "wrong_type"),
    ],
)
def test_a_request_that_is_none_is_refused_without_its_text(
    door: Door, change: dict[str, object], code: str
) -> None:
    status, said = ask(door, "POST", "/predict", request({"xmi": BAD}) | change)
    assert 400 <= status < 500 and said["code"] == code and "Harriet" not in str(said)
