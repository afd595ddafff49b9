"""The line below a turn that says what the model does there. Called by `page`."""

from django.utils.translation import gettext as _

from annotation.models import QueryItem, TrainingRun
from annotation.services.figures import short_share
from annotation.services.runs.proposal_visibility import AUDIT, is_good
from annotation.services.runs.quality import figure_of, found_text

Proposals = QueryItem.Proposals


def model_line(item: QueryItem, model: TrainingRun | None) -> str:
    """What is so of this turn: it may have been chosen when the model was another.

    Nothing where proposals are hidden to measure what they do to readers, or what readers overlook:
    they are not to know.
    """
    if model is None:
        return _("No model yet")
    if item.reason == AUDIT and not item.second:
        return _("Drawn by chance to measure the model, so it says nothing here")
    values = {"n": model.number}
    if item.proposals == Proposals.HIDDEN or item.second:
        return ""
    if item.proposals != Proposals.EARLY:
        return _("Model %(n)s in use") % values
    project, figure = item.batch.project, figure_of(model)
    if is_good(project, figure.found.value if figure else None):
        return _("Model %(n)s proposes, but this turn was chosen before it did") % values
    threshold = short_share(project.proposal_threshold)
    if figure is None:
        return _("Model %(n)s is not measured yet; it proposes from F1 %(threshold)s on") % {
            **values,
            "threshold": threshold,
        }
    return _("Model %(n)s has F1 %(found)s; it proposes from %(threshold)s on") % {
        **values,
        "found": found_text(figure),
        "threshold": threshold,
    }
