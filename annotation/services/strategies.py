"""The choices a manager has, each with one plain sentence. Called by the settings page."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from learning.queries import QUERIES
from learning.seeds import SEEDS


@dataclass(frozen=True, slots=True)
class Choice:
    """A name that code knows, a title, and what it does."""

    name: str
    title: str | Promise
    sentence: str | Promise


_SEEDS = (
    Choice(
        "auto",
        _("Automatic"),
        _("Takes groups of alike turns, and the source model where there is one."),
    ),
    Choice(
        "kmeans+source",
        _("Groups and source model"),
        _("One turn of each group of alike turns: the one that the source model is least sure of."),
    ),
    Choice(
        "kmeans",
        _("Groups"),
        _("One typical turn of each group of alike turns. Needs no source model."),
    ),
    Choice(
        "source-entropy", _("Source model"), _("The turns that the source model is least sure of.")
    ),
    Choice("longest", _("Longest"), _("The longest turns: more to find, and more to read.")),
    Choice("random", _("Random"), _("Any turns. The baseline to compare the others with.")),
)

_QUERIES = (
    Choice(
        "adaptive",
        _("Adaptive"),
        _("Starts with what the source model does not know, moves to what the new one does not."),
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
        "target-entropy-mean",
        _("Uncertainty a word"),
        _("Where the new model is least sure for each word: short turns, least to read."),
    ),
    Choice(
        "mnlp",
        _("Likelihood a word"),
        _("Where the best reading of a turn is least likely for its length."),
    ),
    Choice(
        "least-confidence",
        _("Least confidence"),
        _("Where the best reading of the whole turn is least likely."),
    ),
    Choice("margin", _("Close calls"), _("Where the two best labels of a word are nearly even.")),
    Choice(
        "source-entropy",
        _("Source model only"),
        _("Where the source model is least sure; the new model is not asked."),
    ),
    Choice(
        "diversity",
        _("Uncertain and different"),
        _("The least sure turns, but no two alike in one batch."),
    ),
    Choice(
        "density",
        _("Uncertain and typical"),
        _("The least sure turns among those that resemble many others."),
    ),
    Choice(
        "committee",
        _("Disagreement"),
        _("Where several models, trained on parts of the labels, disagree most."),
    ),
    Choice("longest", _("Longest"), _("The longest turns: more to find, and more to read.")),
    Choice("random", _("Random"), _("Any turns. The baseline to compare the others with.")),
)

SEED_CHOICES = [choice for choice in _SEEDS if choice.name in SEEDS]
QUERY_CHOICES = [choice for choice in _QUERIES if choice.name in QUERIES]
REPLACEMENT_CHOICES = [
    Choice(
        "entity",
        _("Entity"),
        _("A person, place or company becomes another, the same one all through a dialogue."),
    ),
    Choice(
        "word",
        _("Word"),
        _("Each word becomes another of its kind; the same word is replaced alike in a dialogue."),
    ),
    Choice(
        "indexed",
        _("Numbered"),
        _("A label with a number, so that one can tell mentions apart: [NAME-1]."),
    ),
    Choice("named", _("Named"), _("One fixed stand-in for each label.")),
    Choice("typed", _("Typed"), _("Only the label is left: [NAME].")),
    Choice("redact", _("Blacked out"), _("Nothing is left but that something stood there.")),
]
