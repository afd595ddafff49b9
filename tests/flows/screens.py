"""Every screen of the site in a real browser: which there are, and three projects to show on them.

The list follows from the routes, so a new page is looked at without being named here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from annotation.models import (
    Dialogue,
    Export,
    IntruderTry,
    Label,
    Member,
    Project,
    Reading,
    Span,
    TrainingRun,
    Turn,
    User,
)
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import exports
from annotation.services.release.changes import RESTS_ON, file_rests_on
from tests.flows.desk import sign_in
from tests.labelled import label, read_all
from tests.webapp.every_route.rules import RULES, arguments, routes

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
HEBREW = "שלום, קוראים לי דנה ואני מחיפה"


@dataclass(frozen=True)
class Screen:
    """A page to look at: what it is called in a report, its address, and who looks."""

    name: str
    address: str
    role: str = "manager"  # in which one signs in; none for a stranger
    holds: str = "body"  # without this it is not the page that is meant


def screens(project: Project, client: Client) -> list[Screen]:
    """Every page of the site for this project; those about an object only where it has some.

    A page is what answers a plain GET with a whole HTML document, so that fragments, files and
    programs' answers are left out.
    """
    made = Turn.objects.filter(dialogue__project=project).exists()
    values_of = arguments(project) if made else {}
    found = []
    for name in sorted(name for name, (_, method) in RULES.items() if method == "get"):
        needed = set(routes()[name].pattern.converters)
        if made or needed <= {"slug"}:
            values = values_of.get(name) or dict.fromkeys(needed, project.slug)
            role = "" if RULES[name][0] == "anyone" else "manager"
            found.append(Screen(name, reverse(name, kwargs=values), role))
    if made:  # where a dialogue is left, the page itself leads to it
        found.append(Screen("list of revision", f"/p/{project.slug}/revise?all=1"))
    pages = [screen for screen in found if is_page(client.get(screen.address, follow=True))]
    assert len(pages) > 5
    return [Screen("not found", "/p/there-is-none/"), *pages]


def screens_of_others(project: Project) -> list[Screen]:
    """Pages that look otherwise to who is no manager; makes somebody the data steward."""
    steward = User.objects.create_user("steward")
    project.memberships.create(user=steward, role="steward")
    spy = User.objects.create_user("intruder")
    project.memberships.create(user=spy, role="intruder")
    dialogue = project.dialogues.earliest("pk")
    row = IntruderTry.objects.create(project=project, dialogue=dialogue, intruder=spy)
    front = f"/p/{project.slug}/"
    release = reverse("show-release", args=[project.slug])
    return [
        Screen("release, to be signed", release, "steward", ".signing [name=words]"),
        Screen("an intruder", reverse("show-intruder", args=[project.slug]), "intruder"),
        Screen("a try", reverse("show-try", args=[project.slug, row.pk]), "intruder", "[name=who]"),
        Screen("front page of a steward", front, "steward"),
        Screen("front page of an annotator", front, "annotator"),
        Screen("front page of a curator", front, "curator"),
        Screen("start page of a curator", reverse("list-projects"), "curator"),
    ]


def is_page(answer: Any) -> bool:
    return not answer.streaming and b"<!doctype html" in answer.content


def without_errors(
    page: Page, client_of: Callable[[Any], Any], user: Any, site: str, screen: Screen
) -> Iterator[Page]:
    """For a fixture: the page shows the screen, signed in; nothing on it may end in an error."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: said.type == "error" and errors.append(said.text))
    page.emulate_media(reduced_motion="reduce")
    sign_in(page.context, client_of, user, site)
    page.goto(site + screen.address)
    yield page
    assert not errors, errors


def fill(project: Project, user: Any) -> None:
    """What a project in use has: labels, proposals, finished rounds, a file, a flag."""
    read_all(project, user)
    asked = Turn.objects.filter(dialogue__project=project).order_by("dialogue", "position").first()
    assert asked is not None
    labels = list(project.labels.all())
    Span.objects.create(
        turn=asked, start=0, end=2, label=labels[0], confidence=0.61, status="proposed"
    )
    for number, f1 in ((1, 0.4), (2, 0.62), (3, 0.71)):
        TrainingRun.objects.create(
            project=project,
            kind="round",
            number=number,
            status="done",
            labelled_turns=number * 20,
            metrics={"f1": f1, "recall": f1, "precision": f1, "on": "cross-validation", "n": 9},
            left={"unread": 70, "basis": "cross-validation"},
            advice={"left_per_100": 4.9, "loss": 0.03},
        )
    differ(project)
    made = exports.start_export(project, user, format="jsonl", strategy="entity")
    run_job(Export, made.pk, exports.write_export)


def differ(project: Project) -> None:
    """A curator has read a turn too, and sees another name in it: it waits for adjudication."""
    turn = Turn.objects.get(dialogue__project=project, text__startswith="Soy Francisco")
    curator = Member.objects.get(project=project, role="curator").user
    label(turn, curator, [("Francisco Olabarri", "male name"), ("Bilbao", "place")])
    Reading.objects.filter(turn=turn).update(status="done", is_gold=False)


def harden(project: Project) -> None:
    """Names and texts that break layouts: words without an end, and from right to left."""
    Project.objects.filter(pk=project.pk).update(name=LONG, description=f"{LONG} {HEBREW}")
    for dialogue in Dialogue.objects.filter(project=project):
        Dialogue.objects.filter(pk=dialogue.pk).update(external_id=f"{LONG}-{dialogue.pk}")
    label = project.labels.first()
    assert label is not None
    Label.objects.filter(pk=label.pk).update(name=LONG[:80], description=LONG)
    turns = Turn.objects.filter(dialogue__project=project)
    for turn in turns:
        Turn.objects.filter(pk=turn.pk).update(
            speaker=f"{HEBREW[:4]} {LONG}", text=f"{turn.text} {LONG} {HEBREW} {LONG.upper()}"
        )
    for place, member in enumerate(Member.objects.filter(project=project).select_related("user")):
        member.user.username = f"{LONG}{place}"
        member.user.save(update_fields=["username"])
    for export in Export.objects.filter(project=project):  # else it is to be written again
        export.summary |= {RESTS_ON: file_rests_on(project)}
        export.save(update_fields=["summary"])
