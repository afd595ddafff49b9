"""The choices a manager has, each with one plain sentence. Called by the settings page.

Of the strategies that choose turns these are those that a project should use; `simulate` knows all.
"""

from collections.abc import Sequence
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


@dataclass(frozen=True, slots=True)
class Replacement(Choice):
    shows: str | Promise  # what a release made with it still tells
    example: str | Promise = ""  # of those that most projects choose between


def choices_with(own: str, choices: Sequence[Choice]) -> Sequence[Choice]:
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
# One row per strategy that a project or a release may use; "none" is left to the command line. The
# functions are the engine's (`surrogates.policies`); "dissociation" is its "word" with a corpus.
REPLACEMENT_CHOICES = [
    Replacement(
        "entity",
        _("Entity"),
        _("A person, place or company becomes another, the same one all through a dialogue."),
        _(
            "A reader still sees the kind of each item, which mentions are the same and how people "
            "are related."
        ),
        _("“Ana Ruiz from Bilbao” becomes “Eva Sanz from Vigo”, all through a dialogue."),
    ),
    Replacement(
        "word",
        _("Word"),
        _("Each word becomes another of its kind from the lexicon, drawn anew each time."),
        _("Still shows the kind and length of each item. Mentions do not fit together."),
    ),
    Replacement(
        "dissociation",
        _("Word of this corpus"),
        _(
            "Each word becomes another that people labelled alike here, as often as it was said; "
            "one that fewer than five dialogues say is never drawn, nor any identifier or password."
        ),
        _("As Word; and each word was really said, in five of these dialogues or more."),
    ),
    Replacement(
        "generalise",
        _("Coarser"),
        _(
            "What is true and says less: an age its band, a date its month, a town its region, a "
            "hospital “a hospital”. For labels that name nobody alone; where nothing coarser is "
            "known the label stands."
        ),
        _(
            "Each such item is true. Together, and with what is known from elsewhere, they may "
            "single out a person."
        ),
    ),
    Replacement(
        "indexed",
        _("Numbered"),
        _("A label with a number, so that one can tell mentions apart: [NAME_1]."),
        _("Still shows the kind of each item and which mentions are the same."),
        _("“Ana from Bilbao” becomes “[NAME_1] from [PLACE_1]”."),
    ),
    Replacement(
        "named",
        _("Named"),
        _("One fixed stand-in for each label."),
        _("Still shows the kind of each item, and that any other value of it is real."),
    ),
    Replacement(
        "typed",
        _("Typed"),
        _("Only the label is left: [NAME]."),
        _("Still shows the kind of each item."),
        _("“Ana from Bilbao” becomes “[NAME] from [PLACE]”."),
    ),
    Replacement(
        "redact",
        _("Blacked out"),
        _("Nothing is left but that something stood there."),
        _("Still shows that something stood there, and how often."),
    ),
]
