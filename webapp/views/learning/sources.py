"""Source models: the list, a corpus to teach a new one from, and what its labels mean."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.formats.errors import FormatError
from annotation.models import SourceTraining
from annotation.refusals import Refused
from annotation.services.jobs.waiting import waiting_line
from annotation.services.jobs.workers import worker_alive
from annotation.services.sources import kinds as other_sources
from annotation.services.sources import registry
from annotation.services.sources import trainings as source_trainings
from webapp.access import (
    log_access,
    rights_everywhere,
    source_for,
    source_maker,
    source_training_for,
)
from webapp.forms.other_sources import KIND_NAMES, OtherSourceForm
from webapp.forms.projects import LANGUAGES
from webapp.forms.sources import CorpusForm, LabelsForm
from webapp.requests import PersonRequest
from webapp.words.refused_files import problem_of


@require_http_methods(["GET", "HEAD", "POST"])
def list_sources(request: PersonRequest) -> HttpResponse:
    """The registry; a corpus that is sent here waits until its labels are explained."""
    user = source_maker(request)
    sent = request.method == "POST"
    form = CorpusForm(request.POST if sent else None, request.FILES if sent else None, user=user)
    if not form.is_valid():
        return _page(request, form, status=422 if form.is_bound else 200)
    try:
        training = _draft(request, form)
    except FormatError as error:
        return _page(request, form, status=error.status, problem=problem_of(error))
    except Refused as refusal:
        form.add_error(None, refusal.for_people)
        return _page(request, form, status=refusal.status)
    return redirect("map-labels", training.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def map_labels(request: PersonRequest, pk: int) -> HttpResponse:
    """Say of each label of a corpus whether it is personal; then the work begins."""
    training = source_training_for(request, pk)
    if training.status != SourceTraining.DRAFT:
        return redirect("list-sources")
    form = LabelsForm(request.POST if request.method == "POST" else None, training=training)
    refusal = _("These are not the labels of this corpus.") if form.is_bound else ""
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            source_trainings.start_source_training(training, form.cleaned_data["personal"])
            return redirect("list-sources")
        except Refused as error:
            refusal, status = error.for_people, error.status
    chosen = training.labels
    if form.is_bound:
        chosen = dict.fromkeys(request.POST.getlist("personal"), True)
    rows = [(name, n, chosen.get(name)) for name, n in training.counts["labels"].items()]
    context = {"training": training, "rows": rows, "refusal": refusal}
    return render(request, "sources/map_labels.html", context, status=status)


@require_GET
def show_source_training(request: PersonRequest, pk: int) -> HttpResponse:
    """One training as a fragment; it asks again while the work goes on."""
    training = source_training_for(request, pk)
    row = _row(training, waiting_line(training, request.user))
    response = render(request, "sources/_training.html", row)
    if training.status == "done":
        response["HX-Refresh"] = "true"  # the list has one more
    return response


@require_POST
def cancel_source_training(request: PersonRequest, pk: int) -> HttpResponse:
    """Give up, and erase the corpus that was sent."""
    source_trainings.cancel_source_training(source_training_for(request, pk))
    return redirect("list-sources")


@require_POST
def add_other_source(request: PersonRequest) -> HttpResponse:
    """Register a source that is not taught here, once it has answered."""
    user = source_maker(request)
    form = OtherSourceForm(request.POST)
    status = 422
    if form.is_valid():
        try:
            other_sources.add_source(form.wanted(), from_page=True)
            messages.success(request, _("The source is in the list."))
            return redirect("list-sources")
        except Refused as refusal:
            form.add_error(None, refusal.for_people)
            status = refusal.status
    return _page(request, CorpusForm(user=user), status=status, other=form)


@require_POST
def remove_source(request: PersonRequest, pk: int) -> HttpResponse:
    """Forget a model that no project asks."""
    source = source_for(request, pk)
    try:
        registry.remove_source(source)
    except Refused as refusal:
        form = CorpusForm(user=request.user)
        return _page(request, form, status=refusal.status, refusal=refusal.for_people)
    messages.success(request, _("The model is gone."))
    return redirect("list-sources")


def _draft(request: PersonRequest, form: CorpusForm) -> SourceTraining:
    project, file = form.cleaned_data["project"], form.cleaned_data["file"]
    if project is None:
        upload = (file.name, file)
        return source_trainings.draft_from_file(request.user, upload, **form.words())
    training = source_trainings.draft_from_project(request.user, project, **form.words())
    log_access(request, project, "source", training=training.pk)
    return training


def _row(training: SourceTraining, waiting: str = "") -> dict[str, object]:
    return {
        "training": training,
        "percent": round(100 * training.progress),
        "error": training.error_words,
        "alive": worker_alive(),
        "waiting": waiting,
    }


def _page(
    request: PersonRequest, form: CorpusForm, *, status: int = 200, **extra: object
) -> HttpResponse:
    user = request.user
    trainings = [_row(each) for each in source_trainings.own_trainings(user)]
    removable = source_trainings.removable(user)
    names = dict(LANGUAGES)
    cards = [
        (
            source,
            source.pk in removable,
            names.get(source.lang, source.lang),
            KIND_NAMES.get(str(source.card.get("kind")), ""),
            other_sources.trouble_of(source),
        )
        for source in registry.list_sources(rights_everywhere(request))
    ]
    other = OtherSourceForm()
    context = {"form": form, "other": other, "cards": cards, "trainings": trainings, **extra}
    return render(request, "sources/list_sources.html", context, status=status)
