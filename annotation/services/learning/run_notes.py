"""The notes on a run (`training.notes`) in sentences. Called by the pages that show it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import TrainingRun
from annotation.models.run_records import Details, Notes
from annotation.services.figures import grouped


def note_sentences(run: TrainingRun | None) -> list[str]:
    notes = (Details.from_json(run.details).notes if run is not None else None) or Notes()
    sentences: list[str] = []
    if notes.source == "damaged":
        sentences.append(
            _("The file of the source model is damaged, so it was left out. Choose another one.")
        )
    if notes.source == "trouble":
        sentences.append(_("The source did not answer as it should, so it was left out."))
    if number := notes.pinned:
        sentences.append(damaged_choice(_("Model %(number)s") % {"number": number}))
    if notes.source == "none":
        sentences.append(
            _("The strategy asks a source model and none is chosen: it was done without one.")
        )
    if notes.one_class:
        sentences.append(
            _("Nothing personal was labelled yet, so these turns were chosen like the first.")
        )
    if notes.one_dialogue:
        sentences.append(_("All turns are of one dialogue: on another the model will do worse."))
    sentences += _counted(notes)
    if rare := notes.no_example:
        sentences.append(_no_example(rare.names, rare.more))
    return sentences


def damaged_choice(model: str) -> str:
    """That the model to which somebody went back does not propose."""
    return _(
        "The files of %(model)s, which the project went back to, are damaged: the newest proposes."
    ) % {"model": model}


def _no_example(names: Sequence[str], more: int) -> str:
    listed = ", ".join(names)
    if more:
        listed = _("%(names)s and %(n)s more") % {"names": listed, "n": grouped(more)}
    return _(
        "No read turn holds an example of these labels, so the model finds none: %(labels)s. "
        "Where they do not occur in this corpus, that is as it should be."
    ) % {"labels": listed}


def _counted(notes: Notes) -> list[str]:
    sentences: list[str] = []
    if n := notes.contradictory:
        text = ngettext(
            "%(n)s turn has the text of another, and other labels: the model learns both.",
            "%(n)s turns have the text of another, and other labels: the model learns both.",
            n,
        )
        sentences.append(text % {"n": grouped(n)})
    if n := notes.last:
        text = ngettext(
            "%(n)s turn was left to ask: the batch is smaller than usual.",
            "%(n)s turns were left to ask: the batch is smaller than usual.",
            n,
        )
        sentences.append(text % {"n": grouped(n)})
    return sentences
