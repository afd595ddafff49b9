"""Learning: the curve, what the model confuses, two models side by side, and which one proposes."""

import csv
import io
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.models import JobStatus, Project, TrainingRun
from annotation.refusals import Refused
from annotation.services.learning import page as learning_page
from annotation.services.learning import rows as learning_rows
from annotation.services.learning import words
from annotation.services.learning.advice_words import price_sentence
from annotation.services.learning.cards import read_card
from annotation.services.learning.page import Learning, Model
from annotation.services.runs import chosen_model
from annotation.services.team.overview import training_status
from webapp.access import limited_to, log_view, project_for
from webapp.charts import learning as learning_charts
from webapp.charts.price import draw_prices
from webapp.charts.transfer import draw_transfer
from webapp.requests import PersonRequest, asks_for

FORMATS = ("csv", "json")
PARTS = ("good", "models", "confused", "turns", "all")
Looks = dict[str, learning_charts.Look]


class ShownForm(forms.Form):
    """Which part of the page is shown, which model is looked at, and which two are compared; each
    by the id of its run."""

    show = forms.ChoiceField(choices=[(part, "") for part in PARTS], required=False)
    model = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    left = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    right = forms.IntegerField(required=False, min_value=1, max_value=2**62)


class ChooseForm(forms.Form):
    """The run whose model is to propose; empty for the newest, whichever that is."""

    run = forms.IntegerField(required=False, min_value=1, max_value=2**62)


@require_GET
def show_learning(request: PersonRequest, slug: str) -> HttpResponse:
    """Everything that is known of the project's models; texts only to who may label, logged."""
    project = project_for(request, slug, "overview")
    form = ShownForm(request.GET)
    if not form.is_valid():
        raise Http404
    cleaned = form.cleaned_data
    learning = learning_page.read_learning(project, cleaned["model"])
    if cleaned["model"] and learning.by_id(cleaned["model"]) is None:
        raise Http404
    show = cleaned["show"] or "good"
    if show == "turns" and "label" not in request.rights:
        raise Http404
    status = training_status(project, request.user)
    context = {
        **status,
        "show": show,
        "parts": _parts(request),
        "tab": "learning",
        "first_learns": _is_learning(status["run"]),
        "learning": learning,
        "rows": learning_charts.draw_rows(learning),
        "axis": learning_charts.COST_AXES.get(project.cost_unit, "turns"),
    }
    if learning.models:
        context |= _words(project, learning)
        looks = learning_charts.looks_of(project.labels.all())
        context |= _details(request, project, learning, looks, show)
        context |= _compared(learning, looks, cleaned["left"], cleaned["right"])
    page = "_body.html" if asks_for(request, "learning") else "show_learning.html"
    return render(request, f"learning/{page}", context)


def _parts(request: PersonRequest) -> list[tuple[str, str]]:
    """Parts of the page and their names; texts are a part of their own, for who may see them."""
    parts = [
        ("good", _("How good")),
        ("models", _("Models")),
        ("confused", _("What is confused")),
    ]
    return [*parts, ("turns", _("Hard turns"))] if "label" in request.rights else parts


def _is_learning(run: TrainingRun | None) -> bool:
    """Whether a model waits to learn, learns, or could not: no page without one says otherwise."""
    if run is None or run.kind != TrainingRun.Kind.ROUND:
        return False
    return run.is_active or run.status == JobStatus.FAILED


def _words(project: Project, learning: Learning) -> dict[str, object]:
    last = learning.last
    advice, reasons, signs = words.advice_of(last.run if last else None)
    found, others = words.in_hundreds(learning)
    return {
        "headline": words.headline(learning),
        "found": found,
        "others": others,
        "explanation": words.explanation(learning),
        "chance": words.chance_sentence(project, learning),
        "audited": words.audit_sentence(last.run if last else None),
        "basis": words.curve_sentence(learning),
        "newest_name": words.model_name(last) if last else "",
        "pinned": words.pinned_sentence(learning),
        "advice": advice,
        "reasons": reasons,
        "signs": signs,
        "price": price_sentence(last.run) if last else "",
        "prices": draw_prices(learning),
        "transfer": draw_transfer(project, learning),
    }


def _details(
    request: PersonRequest, project: Project, learning: Learning, looks: Looks, show: str
) -> dict[str, object]:
    """What is known of the shown model: confusion, weak labels, card; its hard turns, with their
    words, only where they are asked for, for that is logged."""
    model = learning.shown
    if model is None:
        return {}
    mistakes, others = learning_charts.say_mistakes(model.run, looks)
    measured = learning.last or model
    context: dict[str, object] = {
        "shown": model,
        "by_label": learning_charts.draw_found(measured.run, looks),
        "mistakes": mistakes,
        "other_mistakes": others,
        "shown_name": words.model_name(model),
        "heat": learning_charts.draw_heat(model.run, looks),
        "weakest": learning_charts.draw_weakest(model.run, looks),
        "card": read_card(model.run),
    }
    if show in ("turns", "all") and "label" in request.rights:
        unsure, wrong = learning_page.read_hard_turns(project, model, limited_to(request))
        context |= {"unsure": unsure, "wrong": wrong}
        shown = [each.turn.dialogue_id for each in [*unsure, *wrong]]
        log_view(request, project, "learning", shown)
    return context


def _compared(
    learning: Learning, looks: Looks, left: int | None, right: int | None
) -> dict[str, object]:
    """Two models beside each other: those asked for, else the one that proposes and the newest, or
    the last two."""
    known = learning.comparable
    if len(known) < 2:
        return {}
    before = learning.current if learning.pinned and learning.current in known[:-1] else known[-2]
    first, second = _one(learning, left, before), _one(learning, right, known[-1])
    compared = learning_page.compare_models(first, second)
    rows, neither = learning_charts.draw_compared(compared, looks) if compared else ([], [])
    return {
        "comparable": [(each, words.model_name(each)) for each in known],
        "left": first,
        "right": second,
        "left_name": words.model_name(first),
        "right_name": words.model_name(second),
        "verdict": words.compare_sentence(compared) if compared else "",
        "compared": rows,
        "neither": neither,
    }


def _one(learning: Learning, pk: int | None, otherwise: Model) -> Model:
    if pk is None:
        return otherwise
    model = learning.by_id(pk)
    if model is None:
        raise Http404
    return model


@require_POST
def choose_model(request: PersonRequest, slug: str) -> HttpResponse:
    """Go back to an earlier model, or on to the newest."""
    project = project_for(request, slug, "train")
    form = ChooseForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(_("There is no finished model of this number in the project."))
        if form.cleaned_data["run"] is None:
            chosen_model.release_model(project)
            messages.success(
                request, _("The newest model takes over again, from the next batch on.")
            )
        else:
            run = chosen_model.choose_model(project, form.cleaned_data["run"], request.user)
            sentence = _("Model %(number)s takes over from the next batch on.")
            messages.success(request, sentence % {"number": run.number})
    except Refused as refusal:
        return render(
            request, "learning/refused.html",
            {"project": project, "tab": "learning", "refusal": refusal.for_people},
            status=refusal.status,
        )  # fmt: skip
    return redirect("show-learning", project.slug)


@require_GET
def download_runs(request: PersonRequest, slug: str) -> HttpResponse:
    """The rounds and their figures as JSON, or with ?format=csv as a table."""
    project = project_for(request, slug, "overview")
    kind = request.GET.get("format", "json")
    if kind not in FORMATS:
        raise Http404
    runs = learning_rows.list_runs(project)
    if kind == "json":
        response: HttpResponse = JsonResponse({"project": project.slug, "runs": runs})
    else:
        response = HttpResponse(_as_csv(runs), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{project.slug}-learning.{kind}"'
    return response


def _as_csv(runs: list[dict[str, Any]]) -> str:
    """A line per round; what chance gave and the test drawn by chance in columns of their own,
    figures of labels left out."""
    chance = ("turns", "tokens", "edits", "seconds", "f1", "f1_low", "f1_high")
    audit = ("turns", "tokens", "precision", "recall", "f1", "f1_low", "f1_high", "f1_labels")
    best = ("basis", "bound", "found", "found_low", "found_high", "named")
    rows = []
    for run in runs:
        parted = {"chance", "audit", "labels", "headline"}
        row = {key: value for key, value in run.items() if key not in parted}
        for part, names in (("headline", best), ("chance", chance), ("audit", audit)):
            row |= {f"{part}_{name}": (run[part] or {}).get(name) for name in names}
        rows.append(row)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else list(learning_rows.COLUMNS))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
