"""The choices a manager has, each with one plain sentence. Called by the settings page."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from learning.choice.queries import NEED_SOURCE


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
        _(
            "One turn of each group of alike turns: the one that the source model is least sure "
            "of, or a typical one where there is no source model."
        ),
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
        "source-entropy",
        _("Source model"),
        _("The turns that the source model is least sure of, long turns first."),
    ),
    Choice(
        "source-entropy-mean",
        _("Source model, a word"),
        _("The turns whose words the source model is least sure of on average: least to read."),
    ),
    Choice(
        "source-entropy-max",
        _("Source model, one word"),
        _("The turns that hold the single words the source model is least sure of."),
    ),
    Choice("longest", _("Longest"), _("The longest turns: more to find, and more to read.")),
    Choice("random", _("Random"), _("Any turns. The baseline to compare the others with.")),
)

_QUERIES = (
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
        "combined-sum",
        _("Source and new model alike"),
        _("What neither model is sure of; both count the same in every batch."),
    ),
    Choice(
        "combined-product",
        _("Both models at once"),
        _("Only what both the source model and the new one are unsure of."),
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
        "target-entropy-max",
        _("Uncertainty of one word"),
        _("Where the new model is least sure of a single word, however long the turn."),
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
        "source-entropy-mean",
        _("Source model only, a word"),
        _("Where the source model is least sure for each word: short turns."),
    ),
    Choice(
        "source-entropy-max",
        _("Source model only, one word"),
        _("Where the source model is least sure of a single word."),
    ),
    Choice(
        "diversity",
        _("Uncertain and different"),
        _("The least sure turns, one of each group of alike turns."),
    ),
    Choice(
        "distinct",
        _("Uncertain, no near repeats"),
        _("The least sure turns; a turn that nearly repeats a chosen one waits."),
    ),
    Choice(
        "density",
        _("Uncertain and typical"),
        _("The least sure turns among those that resemble many others."),
    ),
    Choice(
        "committee",
        _("Disagreement"),
        _("Where several quick models, each taught a part of the labels, vote most unlike."),
    ),
    Choice(
        "committee-kl",
        _("Disagreement by degree"),
        _("The same, counting how sure each of the quick models is."),
    ),
    Choice("longest", _("Longest"), _("The longest turns: more to find, and more to read.")),
    Choice("random", _("Random"), _("Any turns. The baseline to compare the others with.")),
)

NEEDS_SOURCE = NEED_SOURCE  # queries that say nothing without a source model
SEED_CHOICES = list(_SEEDS)
QUERY_CHOICES = list(_QUERIES)
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
