"""Every strategy can be chosen, and says in one sentence what it does."""

from pathlib import Path

from annotation.models import Project
from annotation.services.projects.choices import QUERY_CHOICES, SEED_CHOICES
from learning.choice.queries import QUERIES
from learning.choice.seeds import SEEDS


def test_every_strategy_is_a_choice_and_every_choice_a_strategy() -> None:
    assert sorted(choice.name for choice in SEED_CHOICES) == sorted(SEEDS)
    assert sorted(choice.name for choice in QUERY_CHOICES) == sorted(QUERIES)


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


def test_each_is_described_with_its_source() -> None:
    text = (Path(__file__).resolve().parents[4] / "docs" / "strategies.md").read_text("utf-8")
    seeds, _, queries = text.partition("## Queries")
    assert [name for name in SEEDS if f"`{name}`" not in seeds] == []
    assert [name for name in QUERIES if f"`{name}`" not in queries] == []
