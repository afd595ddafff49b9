"""The guided story, a strip on each page of a project: its next step, and passing over or leaving
it. What a person does on the page makes it go on; the page asks then."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Project
from annotation.services import story
from webapp.access import project_for
from webapp.requests import PersonRequest
from webapp.templatetags.story import PLACES, draw_story


@require_GET
def show_story(request: PersonRequest, slug: str) -> HttpResponse:
    """The strip, or nothing where its step is the one that the page shows. Its own address is no
    page: who opens it comes to the overview, where the strip stands."""
    project = project_for(request, slug, "overview")
    if not request.htmx:
        return redirect("show-overview", project.slug)
    told = story.tell_story(project, request.user, request.rights)
    if told is not None and request.GET.get("step") == told.step:
        return HttpResponse(status=204)
    return _strip(request, project, told)


@require_POST
def move_story(request: PersonRequest, slug: str) -> HttpResponse:
    """Pass over the step, leave the story, or take it up again, by `do`."""
    project = project_for(request, slug, "overview")
    told, wish = None, request.POST.get("do")
    if wish == "next":
        told = story.pass_over(project, request.user, request.rights)
    elif wish == "resume":
        story.resume_story(project, request.user, request.rights)
        told = story.tell_story(project, request.user, request.rights)
    else:
        story.leave_story(request.user)
    if request.htmx:
        return _strip(request, project, told)
    name = PLACES[told.page][0] if told and told.page else "show-overview"
    return redirect(name, project.slug)


def _strip(request: PersonRequest, project: Project, told: story.Story | None) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    context = draw_story({}, project, told, asked.get("at", ""))
    return render(request, "story/_story.html", context)
