"""Source models: trained from a corpus, registered, replaced whole, probed before use."""

from pathlib import Path

import pytest

from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from annotation.models import Project, SourceModel
from annotation.services.sources.registry import list_sources, project_utterances, train_source
from learning.crf.probe import probe_model
from learning.crf.tagger import MODEL_FILE, PRIOR_FILE, CrfTagger
from learning.errors import EmptyPool, ModelDamaged, OneClassOnly
from tests.processes.probing import without_child


def bookings(n: int = 12, *, labelled: bool = True) -> list[DialogueValue]:
    """Invented bookings that a tagger learns in a moment."""
    names = ("Harriet", "Desmond", "Ottoline", "Rupert")
    made = []
    for number in range(n):
        name = names[number % 4]
        text = f"I am {name} and I want a room"
        spans = (SpanValue(5, 5 + len(name), "NAME"),) if labelled else ()
        turns = (TurnValue("guest", text, spans), TurnValue("desk", "Certainly, for how long?"))
        made.append(DialogueValue(f"b{number}", "en", turns))
    return made


def test_a_source_is_trained_saved_and_probed(db: None, data_dir: Path) -> None:
    source = train_source("Hotels", bookings(), lang="en", domain="hotels")
    folder = data_dir / source.folder
    assert folder.is_dir()
    assert (folder.stat().st_mode & 0o077) in {0, 0o055}
    assert source.card["utterances"] == 24
    assert source.card["labels"] == "binary"
    probe_model(folder)
    assert CrfTagger.load(folder).features == "source"


def test_training_again_replaces_it(db: None, data_dir: Path) -> None:
    first = train_source("Hotels", bookings(), lang="en")
    Project.objects.create(slug="a", name="A", source_model=first)
    second = train_source("Hotels", bookings(8), lang="en")
    assert first.pk == second.pk
    assert not (data_dir / first.folder).exists()
    (listed,) = list_sources()
    assert listed.used == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("dialogues", "error"), [([], EmptyPool), (bookings(labelled=False), OneClassOnly)]
)
def test_nothing_to_learn_registers_nothing(
    dialogues: list[DialogueValue], error: type[Exception], db: None, data_dir: Path
) -> None:
    with pytest.raises(error):
        train_source("Hotels", dialogues, lang="en")
    assert not SourceModel.objects.exists()


@pytest.mark.damage
@pytest.mark.parametrize("name", [MODEL_FILE, PRIOR_FILE])
def test_a_damaged_source_is_found_before_use(db: None, data_dir: Path, name: str) -> None:
    with without_child():
        source = train_source("Hotels", bookings(), lang="en")
    model = data_dir / source.folder / name
    model.write_bytes(model.read_bytes()[:-200])
    with pytest.raises(ModelDamaged):
        probe_model(data_dir / source.folder)


def test_a_project_without_finished_turns_has_nothing(project: Project) -> None:
    assert project_utterances("support") == []
