"""Draws how a job is cancelled: by one press, or where that loses much by a second one in place."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from annotation.models import (
    Erasure,
    Export,
    Import,
    Job,
    Measurement,
    SourceTraining,
    TrainingRun,
)
from annotation.services.jobs.lifecycle import asks_first

register = template.Library()

# What is asked, and what is lost.
QUESTIONS = {
    Import: (
        _("Cancel this import?"),
        _("Nothing of it goes in, and its files are erased."),
    ),
    TrainingRun: (
        _("Cancel this training?"),
        _("What was worked out so far is lost; what you labelled is kept."),
    ),
    SourceTraining: (
        _("Cancel this training?"),
        _("What the model has learnt so far is lost, and a file that was sent is erased."),
    ),
    Export: (
        _("Cancel this release?"),
        _("What was written of it so far goes."),
    ),
    Measurement: (
        _("Cancel this measurement?"),
        _("What was worked out so far is lost; older figures stay."),
    ),
    Erasure: (
        _("Put this off for an hour?"),
        _(
            "What you erased is gone and stays gone. What may be left of it in the files of the "
            "database is removed then, by itself."
        ),
    ),
}
CANCEL = (_("Cancel"), _("Yes, cancel"))
PUT_OFF = (_("Put off"), _("Yes, put off"))


@register.simple_tag
def post_plainly(address: str) -> SafeString:
    """A form's attributes: sent by the browser, and its answer is a page."""
    return format_html('method="post" action="{}" hx-disable', address)


@register.inclusion_tag("jobs/_cancel.html", takes_context=True)
def cancel_form(
    context: dict[str, Any], job: Job, sends: SafeString, place: str, of: str = ""
) -> dict[str, Any]:
    """The form. `sends`: its attributes; `place`: what part of the page it stands in, so that an
    open question outlives that part being drawn anew; `of`: what "Cancel" says to ears besides."""
    question, lost = QUESTIONS.get(type(job), ("", ""))
    is_erasure = isinstance(job, Erasure)
    asks = bool(question) and (is_erasure or asks_first(job))
    verb, yes = PUT_OFF if is_erasure else CANCEL
    return {
        "verb": verb,
        "yes": yes,
        "csrf_token": context.get("csrf_token"),
        "sends": sends,
        "of": of,
        "id": f"cancel-{place}-{job._meta.model_name}-{job.pk}",
        "question": question if asks else "",
        "lost": lost,
    }
