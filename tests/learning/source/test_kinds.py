"""Every kind is opened from its folder by its card, and tried before it is kept."""

import json
from pathlib import Path

import pytest

from learning import storage
from learning.crf.tagger import CrfTagger
from learning.errors import ModelDamaged, SourceRefused, SourceSilent
from learning.source.kinds import KINDS, new_source, open_source, write_source
from learning.source.rules import RulesSource
from learning.source.tagged import TaggedSource
from learning.told import Source
from tests.learning.conftest import calls


def test_a_model_that_we_taught(source: CrfTagger, tmp_path: Path) -> None:
    source.save(tmp_path / "model")
    assert isinstance(open_source(tmp_path / "model"), CrfTagger)


def test_rules_there_and_back(tmp_path: Path) -> None:
    card = new_source("rules", {"labels": ["DNI"]})
    write_source(tmp_path / "source", card)
    again = open_source(tmp_path / "source")
    assert isinstance(again, RulesSource) and again.labels == ("DNI",) == tuple(card["labels"])


def test_a_tagger_with_labels_of_its_own(tagger: CrfTagger, tmp_path: Path) -> None:
    tagger.save(tmp_path / "model")
    model = str(tmp_path / "model")

    def opened(**settings: object) -> Source:
        write_source(tmp_path / "s", new_source("large", {"folder": model, **settings}))
        return open_source(tmp_path / "s")

    made, turns = opened(labels=["NAME"]), calls(20, seed=8)
    assert isinstance(made, TaggedSource)
    told, whole = made.tell(turns), opened().tell(turns)
    assert told.labels == ("NAME",) and whole.labels == ("ID", "NAME", "PLACE")
    assert (told.flat()[0] <= whole.flat()[0] + 1e-6).all() and told.flat()[1].all()
    with pytest.raises(SourceRefused, match="no label TOWN"):
        new_source("large", {"folder": str(tmp_path / "model"), "labels": ["TOWN"]})


def test_weights_that_changed_are_not_those_that_were_added(
    tagger: CrfTagger, tmp_path: Path
) -> None:
    tagger.save(tmp_path / "model")
    write_source(tmp_path / "source", new_source("large", {"folder": str(tmp_path / "model")}))
    assert open_source(tmp_path / "source").card["kind"] == "large"
    (tmp_path / "model" / "more").write_text("x")
    with pytest.raises(SourceRefused, match="not those that were added"):
        open_source(tmp_path / "source")


@pytest.mark.parametrize(
    ("kind", "settings", "words"),
    [
        ("oracle", {}, "no such kind"),
        ("rules", {"labels": ["NAME"]}, "no label NAME; it has EMAIL"),
        ("address", {}, "no address"),
        ("address", {"url": "http://example.org/"}, "not of this machine"),
        ("large", {}, "no such folder"),
        ("transformers", {"folder": "/nowhere"}, "no such folder"),
    ],
)
def test_what_cannot_be_a_source(kind: str, settings: dict[str, object], words: str) -> None:
    with pytest.raises(SourceRefused, match=words):
        new_source(kind, settings)


@pytest.mark.loopback
def test_one_that_does_not_answer_is_not_added() -> None:
    with pytest.raises(SourceSilent):
        new_source("address", {"url": "http://127.0.0.1:9/", "seconds": 1})


def test_an_allowed_address_is_allowed_for_as_long_as_it_is(tmp_path: Path) -> None:
    card = {"what": "source", "kind": "address", "settings": {"url": "http://nlp.example.org/"}}
    write_source(tmp_path / "source", card)
    assert open_source(tmp_path / "source", ["http://nlp.example.org"]).card["kind"] == "address"
    with pytest.raises(SourceRefused):
        open_source(tmp_path / "source")


@pytest.mark.parametrize("card", ["{", "[]", json.dumps({"what": "source", "settings": 3})])
def test_a_damaged_card(card: str, tmp_path: Path) -> None:
    (tmp_path / storage.CARD).write_text(card)
    with pytest.raises(ModelDamaged):
        open_source(tmp_path)


def test_a_kind_of_a_later_version(tmp_path: Path) -> None:
    write_source(tmp_path / "s", {"what": "source", "kind": "oracle", "settings": {}})
    with pytest.raises(SourceRefused, match="this version"):
        open_source(tmp_path / "s")
    assert "oracle" not in KINDS


@pytest.mark.parametrize("kind", ["large", "transformers", "gliner"])
def test_a_web_server_looks_at_weights_from_outside(kind: str, tmp_path: Path) -> None:
    with pytest.raises((ModelDamaged, SourceRefused)):
        new_source(kind, {"folder": str(tmp_path), "labels": ["x"]}, opens=False)
    (tmp_path / "gliner_config.json").write_text("{}")
    card = new_source("gliner", {"folder": str(tmp_path), "labels": ["x"]}, opens=False)
    assert card["kind"] == "gliner" and "labels" not in card
