"""Sources that are not taught here: denied by default, tried first, registered, asked by rounds."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Project, SourceModel
from annotation.refusals import Refused
from annotation.services.sources.kinds import Wanted, add_source
from annotation.services.sources.registry import remove_source, train_source
from annotation.services.standalone.simulations import Files, Order, simulate_files
from learning.simulation.samples import Plan
from learning.source.kinds import open_source
from tests.annotation.services.sources.test_registry import bookings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _data(data_dir: Path) -> None:
    """Nothing of the developer's own."""


def test_rules_are_registered_and_open(data_dir: Path) -> None:
    source = add_source(Wanted("Rules", "rules", lang="es", labels=("DNI", "NIE")), from_page=True)
    assert source.labels == {"DNI": True, "NIE": True} and source.card["kind"] == "rules"
    assert open_source(data_dir / source.folder).card["kind"] == "rules"
    remove_source(source)
    assert not (data_dir / source.folder).exists()


def test_names_are_taken_once() -> None:
    add_source(Wanted("Rules", "rules"))
    with pytest.raises(Refused) as caught:
        add_source(Wanted("Rules", "rules"))
    assert caught.value.code == "taken"


@pytest.mark.parametrize(
    ("kind", "where", "words"),
    [
        ("address", "http://127.0.0.1:6379/", "SOURCE_ADDRESSES"),
        ("address", "http://example.org/", "SOURCE_ADDRESSES"),
        ("address", "Amaia", "SOURCE_ADDRESSES"),
        ("large", "/etc", "SOURCE_FOLDERS"),
        ("transformers", "", "SOURCE_FOLDERS"),
        ("gliner", "../..", "SOURCE_FOLDERS"),
        ("several", "One", "no source model called One"),
        ("several", "", "at least two"),
        ("oracle", "", "no such kind"),
        ("presidio", "", "No recogniser|not installed"),
    ],
)
def test_the_page_is_denied_by_default(kind: str, where: str, words: str, data_dir: Path) -> None:
    with pytest.raises(Refused, match=words):
        add_source(Wanted("X", kind, where), from_page=True)
    assert not SourceModel.objects.exists() and not list(data_dir.glob("models/*"))


def test_folders_that_the_settings_allow(settings: Any, tmp_path: Path) -> None:
    weights = tmp_path / "weights" / "one"
    weights.mkdir(parents=True)
    settings.SOURCE_FOLDERS = [str(tmp_path / "weights")]
    with pytest.raises(Refused, match=r"config\.json is not in it"):
        add_source(Wanted("W", "transformers", str(weights)), from_page=True)
    (weights / "config.json").write_text('{"architectures": ["GPT2LMHeadModel"]}')
    with pytest.raises(Refused, match="another architecture"):
        add_source(Wanted("W", "transformers", str(weights)), from_page=True)
    (weights / "config.json").write_text('{"architectures": ["BertForTokenClassification"]}')
    (weights / "model.safetensors").write_bytes(b"x")
    assert add_source(Wanted("W", "transformers", str(weights)), from_page=True).card["version"]
    (tmp_path / "weights" / "out").symlink_to("/etc")
    with pytest.raises(Refused, match="SOURCE_FOLDERS"):
        add_source(Wanted("Out", "transformers", str(tmp_path / "weights" / "out")), from_page=True)


def test_several_are_made_of_others_and_hold_them(data_dir: Path) -> None:
    hotels = train_source("Hotels", bookings(), lang="en")
    add_source(Wanted("Rules", "rules"))
    both = add_source(Wanted("Both", "several", "Hotels, Rules"))
    card = json.loads((data_dir / both.folder / "card.json").read_text())
    assert len(card["settings"]["sources"]) == 2
    with pytest.raises(Refused, match="made of this one"):
        remove_source(hotels)
    with pytest.raises(Refused, match="several"):
        add_source(Wanted("More", "several", "Both, Rules"))
    remove_source(both)
    remove_source(hotels)


def test_a_label_that_no_source_has() -> None:
    with pytest.raises(Refused, match="no label NAME; it has EMAIL"):
        add_source(Wanted("Rules", "rules", labels=("NAME",)))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("add_source", "Rules", "--kind", "rules", "--labels", "DNI,EMAIL", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["kind"] == "rules" and set(told["labels"]) == {"DNI", "EMAIL"}
    with pytest.raises((CommandError, SystemExit)):
        call_command("add_source", "Far", "--kind", "address", "--where", "http://example.org/")
    assert "Amaia" not in capsys.readouterr().err
    assert not Project.objects.filter(source_model__name="Far").exists()


def test_a_simulation_asks_it_too(data_dir: Path, tmp_path: Path) -> None:
    folder = data_dir / add_source(Wanted("Rules", "rules")).folder
    lines = [
        {"id": f"d{n}", "lang": "es", "turns": [{"speaker": "", "text": text, "spans": [
            {"start": 4, "end": 4 + len(text.split()[1]), "label": "X"}]}]}
        for n, text in enumerate(["soy Ana , hola", "soy Jon , buenas", "dni 12345678Z sí"] * 10)
    ]  # fmt: skip
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("\n".join(json.dumps(line) for line in lines))
    files = Files(target=str(corpus), test=str(corpus), source=str(folder))
    plan = Plan(batch=5, iterations=1)
    result = simulate_files(files, plan, Order(seeds="source-entropy", queries="adaptive"))
    assert result["runs"][0]["curve"][-1]["f1"] > 0
