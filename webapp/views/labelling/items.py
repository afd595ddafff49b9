"""The labelling pages: give out the next turn, show it in its dialogue, finish or skip it.

A finished turn is answered with the next page's middle (`labelling/_work.html`), a refusal with
the asked turn (`labelling/_turn.html`), a sentence and its status. Labels: `turns`.
"""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Project, QueryItem, User
from annotation.refusals import Refused
from annotation.services.guidance import guidelines
from annotation.services.jobs import workers
from annotation.services.jobs.waiting import waiting_line
from annotation.services.labelling import page as desk
from annotation.services.labelling import queue
from annotation.services.projects.shares import share_of
from annotation.services.runs import batches
from annotation.services.team import meanwhile
from webapp import access
from webapp.forms.steps import FinishForm, FlagForm, StepForm
from webapp.requests import PersonRequest, asks_for

AGAIN = "again"  # in a request: of the turns that the model reads otherwise


@require_GET
def label_next(request: PersonRequest, slug: str) -> HttpResponse:
    """The person's next turn, or why there is none; while it waits, this page asks again."""
    project = access.project_for(request, slug, "label")
    waits = asks_for(request, "waiting")
    # While the next turns are on their way, further readings are offered and not given.
    rests = "second" not in request.GET and meanwhile.is_learning(project)
    item = queue.next_item(project, request.user, only_new=rests)
    if item is not None:
        url = reverse("label-item", args=[slug, item.pk])
        return HttpResponse(headers={"HX-Redirect": url}) if waits else redirect(url)
    pause = queue.pause_of(project, request.user)
    context = {
        "project": project,
        "tab": "label",
        "pause": pause,
        "share": share_of(project, request.user),
        "worker_alive": workers.worker_alive(),
        "percent": round(100 * pause.run.progress) if pause.run else 0,
        "waiting": waiting_line(pause.run, request.user),
    }
    if waits:
        return render(request, "labelling/_waiting.html", context)
    answers = "revise" in request.rights
    quoted = guidelines.examples(project, pause.progress.batch.number if pause.progress else 0)
    context |= {
        "things": meanwhile.things_to_do(
            project, request.user, answers=answers, examples=quoted.count
        ),
        "example": quoted.shown,
        "awaited": pause.state in queue.AWAITED,
    }
    return render(request, "labelling/label_next.html", context)


@require_GET
def label_again(request: PersonRequest, slug: str) -> HttpResponse:
    """The first of her own turns that the model reads otherwise and she has not looked at yet."""
    project = access.project_for(request, slug, "label")
    return redirect(_again_url(project, request.user))


@require_POST
def label_more(request: PersonRequest, slug: str) -> HttpResponse:
    """Go on with turns that are chosen already, in place of waiting for the next batch."""
    project = access.project_for(request, slug, "label")
    batches.extend_batch(project)
    return redirect("label-next", slug)


@require_GET
def label_item(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """One asked turn in its dialogue. Looking changes no label and takes no turn."""
    item = access.item_for(request, slug, pk, "label")
    return _work(request, item, whole="whole" in request.GET)


@require_POST
def flag_item(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    item = access.item_for(request, slug, pk, "label")
    form = FlagForm(request.POST)

    def flag() -> None:
        queue.flag_item(item, flagged=form.cleaned_data["flagged"])
        item.is_flagged = form.cleaned_data["flagged"]

    return _step(request, item, form, flag)


@require_POST
def reopen_item(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    item = access.item_for(request, slug, pk, "label")
    form = StepForm(request.POST)

    def reopen() -> None:
        queue.reopen_item(item, request.user)
        item.refresh_from_db(fields=["status"])

    return _step(request, item, form, reopen)


@require_POST
def finish_item(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    item = access.item_for(request, slug, pk, "label")
    form = FinishForm(request.POST)

    def finish() -> None:
        seconds = form.cleaned_data["seconds"] or 0.0
        version = form.cleaned_data["version"]
        queue.finish_item(item, request.user, version=version, seconds=seconds)

    return _step(request, item, form, finish, then=_next_work)


@require_POST
def skip_item(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    item = access.item_for(request, slug, pk, "label")
    form = StepForm(request.POST)

    def skip() -> None:
        if AGAIN not in request.POST:  # a turn that she only looks at again stays as it is
            queue.skip_item(item, request.user)

    return _step(request, item, form, skip, then=_next_work)


def _step(
    request: PersonRequest,
    item: QueryItem,
    form: StepForm,
    do: Callable[[], object],
    *,
    then: Callable[[PersonRequest, QueryItem], HttpResponse] | None = None,
) -> HttpResponse:
    if not form.is_valid():
        return _turn(request, item, form.complaint, 422)
    form.check_reader(request)
    try:
        do()
    except Refused as refusal:
        return _turn(request, item, refusal.for_people, refusal.status)
    return then(request, item) if then else _turn(request, item)


def _turn(
    request: PersonRequest, item: QueryItem, message: str = "", status: int = 200
) -> HttpResponse:
    access.log_part(request, item.batch.project, "label", [item.turn.dialogue_id])
    asked_turn = desk.asked_turn(item, request.user)
    context = {"project": item.batch.project, "asked": asked_turn, "message": message}
    return render(request, "labelling/_turn.html", context, status=status)


def _work(
    request: PersonRequest, item: QueryItem, *, whole: bool = False, again: bool = False
) -> HttpResponse:
    project, shown = item.batch.project, item.turn.dialogue_id
    doubted = meanwhile.doubted(project, request.user) if again or AGAIN in request.GET else None
    listed = doubted if doubted is not None and doubted.contains(item) else None
    access.log_view(request, project, "label", [shown], item=item.pk)
    only = access.limited_to(request)
    context = {
        "project": project,
        "tab": "label",
        "item": item,
        "desk": desk.open_desk(item, request.user, whole=whole, only=only, listed=listed),
        "again": f"?{AGAIN}" if listed is not None else "",
        "guideline": guidelines.shown(project),
        "worker_alive": workers.worker_alive(),
    }
    page = "_work.html" if asks_for(request, "work") else "label_item.html"
    return render(request, f"labelling/{page}", context)


def _next_work(request: PersonRequest, item: QueryItem) -> HttpResponse:
    """After a finished or skipped turn: the next one, or the page that says why there is none."""
    project, user = item.batch.project, request.user
    again = AGAIN in request.POST
    # Who is at further readings goes on with them, but a new batch goes first.
    rests = again or (meanwhile.is_learning(project) and not meanwhile.is_second(item, user))
    after = queue.next_item(project, user, item, only_new=rests)
    looked = meanwhile.next_doubted(project, user) if again and after is None else None
    after = after or looked
    if after is None:
        return HttpResponse(headers={"HX-Redirect": reverse("label-next", args=[project.slug])})
    after.batch.project = after.turn.dialogue.project = project
    response = _work(request, after, again=looked is not None)
    address = reverse("label-item", args=[project.slug, after.pk])
    response.headers["HX-Push-Url"] = f"{address}?{AGAIN}" if looked else address
    return response


def _again_url(project: Project, user: User) -> str:
    item = meanwhile.next_doubted(project, user)
    if item is None:
        return reverse("label-next", args=[project.slug])
    return f"{reverse('label-item', args=[project.slug, item.pk])}?{AGAIN}"
