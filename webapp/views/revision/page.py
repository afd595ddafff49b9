"""Revise: the surrogates of a dialogue beside the original, its issues, and approval.

The page and its parts are drawn here; `revision_steps` takes the steps.
"""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Dialogue, Label, Project
from annotation.services.adjudication.page import notes_on
from annotation.services.glance.listing import ANY, Row
from annotation.services.glance.page import see_corpus
from annotation.services.glance.triage import next_to_revise
from annotation.services.jobs.line import words_at_work
from annotation.services.projects.shares import assignee_of
from annotation.services.revision import approvals, decisions, panels
from annotation.services.revision import page as revision
from annotation.services.revision.coverage import coverage_of
from annotation.services.revision.lexicon import LANGUAGES
from annotation.services.revision.plans import Plan, plan
from annotation.services.revision.words import language_name
from annotation.services.runs.current import active_run
from annotation.services.runs.starting import start_run
from webapp.access import dialogue_for, log_part, log_view, project_for
from webapp.charts.density import Bar, draw_density, marks_of
from webapp.charts.people import draw_people
from webapp.forms.glance import asked_by, home_of, listed_by, named_by
from webapp.requests import PersonRequest, asks_for

COUNTED_AT_ONCE = 10_000  # turns; of more the page asks who read them when it is there


@require_GET
def revise_next(request: PersonRequest, slug: str) -> HttpResponse:
    """The dialogue that needs a person most; the list with `?all`, or when nothing is left."""
    project = project_for(request, slug, "revise")
    if asks_for(request, "coverage"):
        counted = {"project": project, "coverage": coverage_of(project), **_at_work(project)}
        return render(request, "revision/_coverage.html", counted)
    if asks_for(request, "glance"):
        return render(request, "glance/_glance.html", _listed(request, project))
    first = next_to_revise(project)
    if first is not None and "all" not in request.GET:
        return redirect("revise-dialogue", project.slug, first.pk)
    blocks_first = bool(first and first.blocks) and set(request.GET) == {"all"}
    context: dict[str, Any] = _listed(request, project, blocks_first=blocks_first)
    done, total = approvals.progress_of(project)
    context |= {"first": first, "done": done, "total": total, **_at_work(project)}
    if rows := context["seen"].page.object_list:  # the button opens the row that is marked
        context["chosen"] = {"pk": rows[0].pk, "name": rows[0].name}
    elif first is not None:
        context["chosen"] = {"pk": first.pk, "name": first.name}
    if context["seen"].turns <= COUNTED_AT_ONCE:
        context["coverage"] = coverage_of(project)
    return render(request, "revision/revise_next.html", context)


def _at_work(project: Project) -> dict[str, Any]:
    """The run that keeps the worker, and what it does."""
    run = active_run(project)
    return {"run": run, "at_work": words_at_work(run) if run else ""}


def _listed(
    request: PersonRequest, project: Project, *, blocks_first: bool = False
) -> dict[str, Any]:
    """The list as it is asked for; `blocks_first`: nothing is, so it opens with what its main
    button works on."""
    asked = asked_by(request)
    if blocks_first:
        asked["asked"] = replace(asked["asked"], state=ANY, issues="block")
    seen = see_corpus(project, **asked, queue=True)
    home = home_of(request, project)
    return {"project": project, "tab": "revise", "seen": seen, "home": home}


@require_POST
def tag_corpus(request: PersonRequest, slug: str) -> HttpResponse:
    """Let the newest model read every turn that no person has read."""
    project = project_for(request, slug, "revise")
    start_run(project, user=request.user, kind="tag")
    if asks_for(request, "coverage"):
        context = {"project": project, "coverage": coverage_of(project), **_at_work(project)}
        return render(request, "revision/_coverage.html", context)
    return redirect("revise-next", project.slug)


@require_GET
def revise_dialogue(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """The page of one dialogue; with `?hide` without its originals. Either is written down.

    `?issue=` and `?mention=` open what can be done there, for browsers without scripts.
    """
    dialogue = dialogue_for(request, slug, pk, "revise")
    originals = may_see(request)
    purpose = "revise" if originals else "replaced"
    log_view(request, dialogue.project, purpose, [dialogue.pk])
    context = context_of(request, dialogue, originals=originals)
    page, issue = context["page"], request.GET.get("issue", "")
    card = next((card for card in page.issues if card.holds(issue)), None)
    if card is not None:
        every = "every" in request.GET
        panel = panels.issue_panel(page.plan, card, page.labels, originals=originals, every=every)
        context["panel"], context["page"] = panel, page.with_tried(panel.pairs)
    if (done := request.GET.get("approved", "")).isdecimal():
        before = approvals.revisable(dialogue.project).filter(approved=True)
        context["just_approved"] = before.filter(pk=int(done[:18])).first()
    context["current"] = card or (page.issues[0] if page.issues else None)
    if mention := request.GET.get("mention"):
        context["change"] = _change(page.plan, request, mention, originals=originals)
        context |= _choices()
    return render(request, "revision/revise_dialogue.html", context)


@require_GET
def show_issue(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """What can be done about one issue, its fix tried out, with `?every` those of its kind; nothing
    if it was settled meanwhile."""
    dialogue = dialogue_for(request, slug, pk, "revise")
    now, issue = plan(dialogue), request.GET.get("issue", "")
    cards = revision.issues_of(now, originals=may_see(request))
    card = next((card for card in cards if card.holds(issue)), None)
    if card is None:
        return HttpResponse(status=204)
    originals = shown_again(request, dialogue)
    every = "every" in request.GET
    panel = panels.issue_panel(now, card, _labels(now), originals=originals, every=every)
    context = {"project": dialogue.project, "dialogue": dialogue, "panel": panel, "card": card}
    return render(request, "revision/_issue_panel.html", context)


@require_GET
def show_entity(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """What can be done to the entity of a mention; nothing if it is no longer there."""
    dialogue = dialogue_for(request, slug, pk, "revise")
    mention, originals = request.GET.get("mention", ""), may_see(request)
    change = _change(plan(dialogue), request, mention, originals=originals)
    if change is None:
        return HttpResponse(status=204)
    shown_again(request, dialogue)
    context = {"project": dialogue.project, "dialogue": dialogue, "change": change, **_choices()}
    return render(request, "revision/_change.html", context)


@require_GET
def show_decisions(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Who did what here. No text of the dialogue: reasons are refused that repeat one."""
    dialogue = dialogue_for(request, slug, pk, "revise")
    context = {"told": decisions.tell(dialogue)}
    return render(request, "revision/_decisions.html", context)


@require_GET
def warm_dialogue(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Compute what the dialogue's page will need; nothing of it is sent."""
    revision.warm_page(dialogue_for(request, slug, pk, "revise"))
    return HttpResponse(status=204)


def may_see(request: PersonRequest) -> bool:
    """Whether originals are drawn: the role may see them, and the person did not hide them."""
    values = request.POST if request.method == "POST" else request.GET
    return "originals" in request.rights and not values.get("hide")


def shown_again(request: PersonRequest, dialogue: Dialogue) -> bool:
    """Whether a part of the page shows originals; written down unless its page was a moment ago."""
    if may_see(request):
        log_part(request, dialogue.project, "revise", [dialogue.pk])
        return True
    log_part(request, dialogue.project, "replaced", [dialogue.pk], within=["revise"])
    return False


def following_of(request: PersonRequest, dialogue: Dialogue) -> Row | None:
    """The dialogue that comes next: what the page has named, in the list that the person came
    from."""
    asked = listed_by(request).asked
    return next_to_revise(dialogue.project, asked, after=dialogue.pk, named=named_by(request))


def context_of(
    request: PersonRequest,
    dialogue: Dialogue,
    *,
    originals: bool,
    now: Plan | None = None,
    before: Plan | None = None,
    **more: Any,
) -> dict[str, Any]:
    """What the templates of the page need; `now` is the plan, if it is made already.

    With `before` only the turns that changed since that plan.
    """
    page = revision.page_of(dialogue, originals=originals, now=now, before=before)
    current = page.issues[0] if page.issues else None
    return {
        "project": dialogue.project, "tab": "revise", "dialogue": dialogue, "page": page,
        "current": current, "bars": bars_of(page), "assignee": assignee_of(dialogue),
        "graph": draw_people(page.people, page.ties), "listed": listed_by(request).query,
        "following": following_of(request, dialogue),
        "notes": notes_on(dialogue) if originals and before is None else [], **more,
    }  # fmt: skip


def bars_of(page: revision.Page) -> list[Bar]:
    """Where items and issues of the dialogue stand."""
    turns = len(page.plan.turns)
    return draw_density(turns, marks_of(page.plan), {n: f"turn-{n}" for n in range(1, turns + 1)})


def _change(
    now: Plan, request: PersonRequest, mention: str, *, originals: bool
) -> panels.ChangePanel | None:
    return panels.change_panel(
        now,
        mention,
        _labels(now),
        kind=request.GET.get("kind", ""),
        beside=request.GET.get("beside", "").split(),
        originals=originals,
    )


def _labels(now: Plan) -> dict[str, Label]:
    return {label.name: label for label in now.dialogue.project.labels.all()}


def _choices() -> dict[str, object]:
    languages = sorted((language_name(code), code) for code in LANGUAGES)
    return {"languages": languages}
