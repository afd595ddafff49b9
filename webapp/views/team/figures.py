"""Team: how far everybody is, and how far readers agree; each person sees what is hers to see."""

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Label, Project
from annotation.services.labelling import queue
from annotation.services.team import agreement, marked, words
from annotation.services.team.forecast import forecast_sentence
from annotation.services.team.progress import read_progress
from webapp.access import item_for, log_view, project_for
from webapp.charts.team import (
    columns_of,
    draw_days,
    draw_judged,
    draw_label_figures,
    draw_labels,
    draw_matrix,
)
from webapp.requests import PersonRequest

DIFFERENCES_A_PAGE = 10
ALL_DIFFERENCES = 200  # on a page, for who asks for all
FEW = 3  # on a phone, until she asks
DIALOGUES_SHOWN = 20
MARKED_A_PAGE = 20
CONFUSED_SHOWN = 6
KINDS = ("missing", "bounds", "label")


class AgreementForm(forms.Form):
    """Which level of the labels, and which kind of disagreement, is looked at."""

    level = forms.CharField(max_length=4, required=False)
    kind = forms.ChoiceField(choices=[(kind, "") for kind in KINDS], required=False)
    reader = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        ids = [each for each in data.getlist("reader") if each.isdecimal() and len(each) < 10]
        self.fields["reader"].choices = [(each, each) for each in ids]  # type: ignore[attr-defined]


class MarkedForm(forms.Form):
    """Which of the two lists is looked at; flagged turns unless something else is said."""

    kind = forms.ChoiceField(
        choices=[(kind, "") for kind in (marked.FLAGGED, marked.SKIPPED)], required=False
    )


@require_GET
def show_team(request: PersonRequest, slug: str) -> HttpResponse:
    """Everybody's progress and agreement to who may revise; her own to an annotator."""
    project = project_for(request, slug, "overview")
    sees_all = "revise" in request.rights
    progress = read_progress(project, None if sees_all else request.user)
    labels = {label.name: label for label in project.labels.all()}
    context: dict[str, object] = {
        "project": project,
        "tab": "team",
        "sees_all": sees_all,
        "own_lists": not sees_all and "label" in request.rights,
        "seen": progress,
        "columns": columns_of(progress.people),
        "headline": words.progress_sentence(progress),
        "days": draw_days(progress.days),
        "label_rows": draw_labels(progress.people, progress.labels),
    }
    if sees_all:
        context["forecast"] = forecast_sentence(project, progress, timezone.localdate())
        context |= _agreement(request, project, labels)
        open_turns = context["report"].hiding(progress.unsettled)  # type: ignore[attr-defined]
        if open_turns:
            context |= {"label_rows": [], "hides_who": open_turns}
    elif "label" in request.rights:
        own_figures = agreement.read_own_figures(project, request.user)
        told = {request.user.get_username(): own_figures} if own_figures else {}
        context["judged"] = draw_judged(agreement.verdicts(project, told), labels)
    return render(request, "team/show_team.html", context)


def _agreement(
    request: PersonRequest, project: Project, labels: dict[str, Label]
) -> dict[str, object]:
    """The figures, and a page of the differences with their words, which is logged."""
    form = AgreementForm(request.GET)
    if not form.is_valid():
        raise Http404
    kind = form.cleaned_data["kind"]
    try:
        chosen = form.cleaned_data["reader"]
        report = agreement.read_agreement(project, form.cleaned_data["level"], readers=chosen)
    except (agreement.UnknownLevel, agreement.UnknownReader):
        raise Http404 from None
    found = report.differences(kind)
    shows_all = "all" in request.GET
    size = ALL_DIFFERENCES if shows_all else DIFFERENCES_A_PAGE
    page = Paginator(found, size).get_page(request.GET.get("page"))
    differences = words.show_differences(report, page, labels)
    log_view(request, project, "differences", [each.place.dialogue for each in differences])
    heads, rows = draw_matrix(report)
    figures = draw_label_figures(report, labels)
    return {
        "report": report,
        "verdict": words.agreement_sentence(report),
        "advice": words.difference_sentence(report),
        "confused": [
            ([(name, labels.get(name)) for name in words.other_last(pair)], n)
            for pair, n in report.confused[:CONFUSED_SHOWN]
        ],
        "confused_more": sum(n for _pair, n in report.confused[CONFUSED_SHOWN:]),
        "effect": words.effect_sentence(report.model),
        "levels": [(name, words.level_name(name, report.levels)) for name in report.levels],
        "heads": heads,
        "matrix": rows,
        "figures": figures,
        "has_few": any(each.is_few for each in figures),
        "judged": draw_judged(agreement.verdicts(project, report.measured.gold), labels),
        "kind": kind,
        "readers": [(pk, name, name in report.chosen) for name, pk in report.readers.items()],
        "only": "".join(f"&reader={pk}" for pk in chosen),
        "dialogues": report.dialogues[:DIALOGUES_SHOWN],
        "more_dialogues": max(0, len(report.dialogues) - DIALOGUES_SHOWN),
        "page": page,
        "differences": differences,
        "few": not shows_all and page.number == 1 and len(found) > FEW,
        "differing": len({each.turn for group in found for each in group}),
    }


@require_GET
def list_marked(request: PersonRequest, slug: str) -> HttpResponse:
    """Flagged or skipped turns with their first words: everybody's to who may revise, else those
    that the person was given."""
    project = project_for(request, slug, "label")
    form = MarkedForm(request.GET)
    if not form.is_valid():
        raise Http404
    kind = form.cleaned_data["kind"] or marked.FLAGGED
    sees_all = "revise" in request.rights
    only = None if sees_all else request.user
    items = marked.marked_items(project, kind, only)
    page = Paginator(items, MARKED_A_PAGE).get_page(request.GET.get("page"))
    rows = marked.show_marked(project, page.object_list, only)
    log_view(request, project, "marked", [row.item.turn.dialogue_id for row in rows])
    context = {
        "project": project,
        "tab": "team",
        "kind": kind,
        "sees_all": sees_all,
        "counts": marked.count_marked(project, only),
        "page": page,
        "rows": rows,
    }
    return render(request, "team/list_marked.html", context)


@require_POST
def clear_flag(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    item = item_for(request, slug, pk, "revise")
    queue.flag_item(item, flagged=False)
    messages.success(request, _("The flag is removed."))
    return redirect("list-marked", slug)
