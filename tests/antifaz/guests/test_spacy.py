"""The component `antifaz` in a pipeline of spaCy's own."""

from pathlib import Path
from typing import Any

import pytest

spacy = pytest.importorskip("spacy", reason="spaCy is not installed")

from antifaz.guests.spacy import AntifazComponent  # noqa: E402

SAID = "I am Harriet and I want a room"
TEXTS = [SAID, "Certainly, for how long?", f"😀 {SAID}\nI am Rupert and I want a room", ""]
FOUND = [["Harriet"], [], ["Harriet", "Rupert"], []]


@pytest.fixture
def nlp(model: Path) -> Any:
    nlp = spacy.blank("en")
    nlp.add_pipe("antifaz", config={"model": str(model)})
    return nlp


def ents(docs: Any) -> list[list[str]]:
    return [[each.text for each in doc.ents] for doc in docs]


def test_documents_are_marked_one_by_one_and_in_a_stream(nlp: Any) -> None:
    doc = nlp(SAID)
    (entity,) = doc.ents
    assert (entity.text, entity.label_) == ("Harriet", "NAME")
    group = doc.spans["antifaz"]
    assert [each.text for each in group] == ["Harriet"] and 0 < group.attrs["scores"][0] <= 1
    assert ents(nlp.pipe(TEXTS, batch_size=2)) == FOUND


def test_other_processes_mark_the_same(nlp: Any) -> None:
    assert ents(nlp.pipe(TEXTS, n_process=2)) == FOUND


def test_a_pipeline_is_saved_with_its_model(nlp: Any, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "pipeline")
    assert ents(spacy.load(tmp_path / "pipeline").pipe(TEXTS)) == FOUND
    assert (tmp_path / "pipeline" / "antifaz" / "model" / "card.json").is_file()
    again = spacy.blank("en")
    again.add_pipe("antifaz")
    again.from_bytes(nlp.to_bytes())
    assert ents(again.pipe(TEXTS)) == FOUND
    folder = again.get_pipe("antifaz").model
    assert ents(again.pipe(TEXTS, n_process=2)) == FOUND
    again.remove_pipe("antifaz")
    del again
    assert Path(folder).exists() is False


def test_a_document_keeps_its_marks(nlp: Any) -> None:
    doc = nlp(SAID)
    again = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert ents([again]) == [["Harriet"]]
    assert again.spans["antifaz"].attrs["scores"] == doc.spans["antifaz"].attrs["scores"]


def test_who_was_marked_before_gives_way_or_stays(model: Path) -> None:
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "X", "pattern": "am Harriet"}, {"label": "Y", "pattern": "room"}])
    nlp.add_pipe("antifaz", config={"model": str(model), "spans_key": "own"})
    doc = nlp(SAID)
    assert [(e.text, e.label_) for e in doc.ents] == [("Harriet", "NAME"), ("room", "Y")]
    nlp.get_pipe("antifaz").set_ents = False
    doc = nlp(SAID)
    assert [e.label_ for e in doc.ents] == ["X", "Y"] and len(doc.spans["own"]) == 1


def test_without_a_model_and_with_a_bad_one(tmp_path: Path) -> None:
    import srsly

    nlp = spacy.blank("en")
    nlp.add_pipe("antifaz")
    with pytest.raises(ValueError, match="no model"):
        nlp(SAID)
    bad = srsly.msgpack_dumps({"../card.json": b"x"})
    with pytest.raises(ValueError, match="no model"):
        AntifazComponent().from_bytes(bad)
