"""The choices a manager has, each with one plain sentence. Called by the settings page.

Of the strategies that choose turns these are those that a project should use; `simulate` knows all.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from learning.choice.queries import QUERIES


@dataclass(frozen=True, slots=True)
class Choice:
    """A name that code knows, a title, and what it does."""

    name: str
    title: str | Promise
    sentence: str | Promise


def choices_with(own: str, choices: list[Choice]) -> list[Choice]:
    """The choices, and after them the project's own strategy where it is none of them."""
    if own in {choice.name for choice in choices}:
        return choices
    sentence = _("What this project has now. Once you choose another, this one is offered no more.")
    return [*choices, Choice(own, own, sentence)]


SEED_CHOICES = [
    Choice(
        "auto",
        _("Automatic"),
        _(
            "One turn of each group of alike turns: the one that the source model is least sure "
            "of, or a typical one where there is no source model."
        ),
    ),
    Choice(
        "kmeans",
        _("Groups"),
        _("One typical turn of each group of alike turns. Needs no source model."),
    ),
    Choice("longest", _("Longest"), _("The longest turns: more to find, and more to read.")),
    Choice("random", _("Random"), _("Any turns. The baseline to compare the others with.")),
]

QUERY_CHOICES = [
    Choice(
        "adaptive",
        _("Adaptive"),
        _(
            "Where the new model is least sure, between long turns and short ones; near repeats "
            "wait. The new model learns with the help of the source model where the labels say "
            "that it helps."
        ),
    ),
    Choice(
        "combined",
        _("Source and new model"),
        _("What neither model is sure of; the source model counts less with every batch."),
    ),
    Choice(
        "target-entropy",
        _("Uncertainty"),
        _("Where the new model is least sure, long turns first."),
    ),
    Choice(
        "mnlp",
        _("Likelihood a word"),
        _("Where the best reading of a turn is least likely for its length."),
    ),
    Choice(
        "diversity",
        _("Uncertain and different"),
        _("The least sure turns, one of each group of alike turns."),
    ),
    Choice("random", _("Random"), _("Any turns. The baseline to compare the others with.")),
]

# Queries that say nothing without a source model.
NEEDS_SOURCE = frozenset(row.name for row in QUERIES.values() if row.needs_source)
REPLACEMENT_CHOICES = [
    Choice(
        "entity",
        _("Entity"),
        _("A person, place or company becomes another, the same one all through a dialogue."),
    ),
    Choice(
        "word",
        _("Word"),
        _("Each word becomes another of its kind from the lexicon, drawn anew each time."),
    ),
    Choice(
        "dissociation",
        _("Word of this corpus"),
        _(
            "Each word becomes another that people labelled alike here, as often as it was said; "
            "one that fewer than five dialogues say is never drawn, nor any identifier or password."
        ),
    ),
    Choice(
        "indexed",
        _("Numbered"),
        _("A label with a number, so that one can tell mentions apart: [NAME_1]."),
    ),
    Choice("named", _("Named"), _("One fixed stand-in for each label.")),
    Choice("typed", _("Typed"), _("Only the label is left: [NAME].")),
    Choice("redact", _("Blacked out"), _("Nothing is left but that something stood there.")),
]
