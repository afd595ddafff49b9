"""The strategies that a project should use can be chosen; each says in a sentence what it does."""

from pathlib import Path

from annotation.models import Project
from annotation.services.projects.choices import QUERY_CHOICES, SEED_CHOICES, choices_with
from learning.choice.queries import QUERIES
from learning.choice.seeds import SEEDS

OFFERED_SEEDS = ["auto", "kmeans", "longest", "random"]
OFFERED_QUERIES = ["adaptive", "combined", "target-entropy", "mnlp", "diversity", "random"]


def test_every_choice_is_a_strategy_and_few_are_offered() -> None:
    assert [choice.name for choice in SEED_CHOICES] == OFFERED_SEEDS
    assert [choice.name for choice in QUERY_CHOICES] == OFFERED_QUERIES
    assert set(OFFERED_SEEDS) == {row.name for row in SEEDS.values() if row.is_offered}
    assert set(OFFERED_QUERIES) == {row.name for row in QUERIES.values() if row.is_offered}


def test_what_a_project_has_is_among_its_choices() -> None:
    assert choices_with("mnlp", QUERY_CHOICES) == QUERY_CHOICES
    *offered, own = choices_with("margin", QUERY_CHOICES)
    assert offered == QUERY_CHOICES
    assert (own.name, own.title) == ("margin", "margin")
    assert "What this project has now." in str(own.sentence)


def test_the_defaults_are_told_as_what_they_do() -> None:
    project = Project()
    assert (project.seed_strategy, project.query_strategy) == ("auto", "adaptive")
    (seed,) = [each for each in SEED_CHOICES if each.name == "auto"]
    (query,) = [each for each in QUERY_CHOICES if each.name == "adaptive"]
    assert "least sure of, or a typical one where there is no source model" in str(seed.sentence)
    # Its score asks the new model alone, from the first batch on (`choice.queries.adaptive`).
    assert str(query.sentence).startswith("Where the new model is least sure")
    assert "near repeats wait" in str(query.sentence)


def test_titles_differ_and_sentences_end() -> None:
    for choices in (SEED_CHOICES, QUERY_CHOICES):
        titles = [str(choice.title) for choice in choices]
        assert len(set(titles)) == len(titles)
        assert all(str(choice.sentence).endswith(".") for choice in choices)


def test_each_is_described_with_its_source_and_where_it_is_offered() -> None:
    text = (Path(__file__).resolve().parents[4] / "docs" / "strategies.md").read_text("utf-8")
    seeds, _, queries = text.partition("## Queries")
    assert [name for name in SEEDS if f"`{name}`" not in seeds] == []
    assert [name for name in QUERIES if f"`{name}`" not in queries] == []
    told = "*Settings* offers " + "; ".join(
        ", ".join(f"`{name}`" for name in names) for names in (OFFERED_SEEDS, OFFERED_QUERIES)
    )
    assert told in " ".join(text.split())
