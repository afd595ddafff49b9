"""What the manager's limits say of recall, in words: lines of the release page and of a signature.

Called by `evidence.readiness_of`; figures are read (`recall`), never measured here.
"""

import math

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.recall.limits import Verdict
from annotation.services.figures import NO_BREAK, grouped, percent
from annotation.services.release.checks import Check
from annotation.services.release.now import Now
from annotation.services.release.recall import verdicts

NAMED = 3  # labels that a line names


def recall_checks(now: Now) -> list[Check]:
    """One line for each limit; one query."""
    return [_WORDS[verdict.code](verdict) for verdict in verdicts(now)]


def reason_of(why: str) -> str:
    """Why nothing is known, as one sentence without its full stop."""
    reasons = {
        "not_measured": _("Nothing was measured yet"),
        "no_model": _(
            "No model has learnt from this project's labels, so there is none to measure"
        ),
        "no_gold": _(
            "No item is known in turns that were kept to measure, or drawn by chance and read: "
            "what the model misses cannot be told"
        ),
        "one_reader": _(
            "No turn that was drawn by chance has been read by two people: what one reader "
            "overlooks cannot be told label by label"
        ),
        "another_model": _(
            "Another model has read the texts than the one that was measured: let the model read "
            "them again, then measure"
        ),
        "by_tool": _(
            "Another tool alone has read some turns, and what it misses was not measured: read "
            "them, or let a model read them too"
        ),
        "more_alone": _(
            "Since it was measured the model has read more turns that no person has: measure again"
        ),
    }
    return reasons[why]


def up_to(share: float) -> str:
    """A share in per cent that is rounded up, with one decimal where it has one: 0.2512 ->
    "25.2 %", 1 -> "100 %"."""
    tenths = math.ceil(round(1000 * share, 6))
    return f"{number_format(tenths / 10, 1 if tenths % 10 else 0)}{NO_BREAK}%"


def _unmeasured(verdict: Verdict) -> Check:
    titles = {
        "model": _("What the model misses is not measured"),
        "readers": _("What readers overlook is not measured"),
    }
    title, line = titles[verdict.who], reason_of(verdict.why)
    part = "second_reading" if verdict.why == "one_reader" else "recall"
    grave = verdict.state == "block"
    is_model = verdict.who == "model"
    return Check(
        verdict.state, title, line, "–", is_limit=True, grave=grave, part=part, of_model=is_model
    )


def _dialogues(verdict: Verdict) -> Check:
    title = _("Dialogues with nothing left, at least %(limit)s") % {"limit": percent(verdict.limit)}
    holding = math.ceil(round(verdict.holding, 6))
    line = ngettext(
        "About %(n)s of %(all)s is expected to hold an item",
        "About %(n)s of %(all)s are expected to hold an item",
        holding,
    ) % {"n": grouped(holding), "all": grouped(verdict.dialogues)}
    if verdict.state == "warn":
        line += "; " + _("a warning until it is certain")
    figure = percent(verdict.value or 0.0)
    return Check(verdict.state, title, line, figure, grave=True, is_limit=True, part="recall")


def _labels(verdict: Verdict) -> Check:
    values = {"limit": percent(verdict.limit)}
    if verdict.who == "model":
        title = _("No label that the model misses above %(limit)s") % values
    else:
        title = _("No label that readers overlook above %(limit)s") % values
    parts = []
    if verdict.labels:
        parts.append(_("Above it: %(labels)s") % {"labels": _named(verdict.labels)})
    if verdict.few:
        parts.append(_("Too few to say: %(labels)s") % {"labels": _named(verdict.few)})
    line = ". ".join(parts) or _("At the upper end of the interval of each label")
    figure = "–"
    if verdict.value is not None:
        figure = _("up to %(share)s") % {"share": up_to(verdict.value)}
    is_model = verdict.who == "model"
    return Check(
        verdict.state, title, line, figure,
        is_limit=True, part="recall", of_labels=True, of_model=is_model,
    )  # fmt: skip


def _named(labels: tuple[str, ...]) -> str:
    rest = len(labels) - NAMED
    named = ", ".join(labels[:NAMED])
    if rest > 0:
        more = ngettext("and %(n)s more", "and %(n)s more", rest) % {"n": grouped(rest)}
        named = f"{named} {more}"
    return named


_WORDS = {"unmeasured": _unmeasured, "dialogues": _dialogues, "labels": _labels}
