"""Every URL against every person: closed by default; a new URL fails until it is listed here."""

from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from annotation.models import Batch, Dialogue, Export, Member, Project, QueryItem, TrainingRun, Turn
from webapp.access import RIGHTS

# name -> (who may, method). "anyone": no sign-in; "member": any signed-in person; else the right.
RULES: dict[str, tuple[str, str]] = {
    "sign-in": ("anyone", "get"),
    "sign-out": ("anyone", "post"),
    "change-password": ("member", "get"),
    "set-language": ("anyone", "post"),
    "show-health": ("anyone", "get"),
    "list-projects": ("member", "get"),
    "create-project": ("member", "get"),
    "show-overview": ("overview", "get"),
    "edit-settings": ("manage", "get"),
    "edit-members": ("manage", "get"),
    "remove-member": ("manage", "post"),
    "import-dialogues": ("import", "get"),
    "label-next": ("label", "get"),
    "label-item": ("label", "get"),
    "add-span": ("label", "post"),
    "clear-span": ("label", "post"),
    "accept-proposals": ("label", "post"),
    "decide-proposal": ("label", "post"),
    "undo-step": ("label", "post"),
    "redo-step": ("label", "post"),
    "finish-item": ("label", "post"),
    "skip-item": ("label", "post"),
    "flag-item": ("label", "post"),
    "reopen-item": ("label", "post"),
    "show-status": ("overview", "get"),
    "start-training": ("train", "post"),
    "cancel-training": ("train", "post"),
    "revise-next": ("revise", "get"),
    "tag-corpus": ("revise", "post"),
    "revise-dialogue": ("revise", "get"),
    "decide-issue": ("revise", "post"),
    "edit-surrogate": ("revise", "post"),
    "undo-decision": ("revise", "post"),
    "approve-dialogue": ("revise", "post"),
    "show-release": ("release", "get"),
    "create-export": ("release", "post"),
    "show-export": ("release", "get"),
    "download-export": ("release", "get"),
}
PROJECT_URLS = sorted(n for n, (who, _) in RULES.items() if who not in {"anyone", "member"})


def named(patterns: list[URLPattern | URLResolver]) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            found.add(pattern.name or f"(unnamed) {pattern.pattern}")
        elif pattern.app_name != "admin":
            found |= named(pattern.url_patterns)
    return found


def test_every_url_is_listed() -> None:
    assert named(get_resolver().url_patterns) == set(RULES)


def arguments(name: str, project: Project) -> dict[str, Any]:
    """Ids of real objects of this project, so that a 404 means 'closed', not 'absent'."""
    turn = Turn.objects.filter(dialogue__project=project).first()
    batch, _ = Batch.objects.get_or_create(project=project, number=1)
    item, _ = QueryItem.objects.get_or_create(batch=batch, turn=turn, rank=0)
    run, _ = TrainingRun.objects.get_or_create(project=project)
    export, _ = Export.objects.get_or_create(project=project, format="jsonl")
    member = Member.objects.filter(project=project).order_by("pk").last()
    dialogue = Dialogue.objects.filter(project=project).first()
    assert dialogue and member
    pk = {
        "remove-member": member.pk,
        "cancel-training": run.pk,
        "revise-dialogue": dialogue.pk,
        "decide-issue": dialogue.pk,
        "edit-surrogate": dialogue.pk,
        "undo-decision": dialogue.pk,
        "approve-dialogue": dialogue.pk,
        "show-export": export.pk,
        "download-export": export.pk,
    }.get(name, item.pk)
    route = next(
        p for p in get_resolver().url_patterns if isinstance(p, URLPattern) and p.name == name
    )
    values: dict[str, Any] = {"slug": project.slug, "pk": pk, "span": 1, "verb": "accept"}
    return {key: values[key] for key in route.pattern.converters}


def status(client: Any, name: str, project: Project) -> int:
    url = reverse(name, kwargs=arguments(name, project))
    return int(getattr(client, RULES[name][1])(url).status_code)


@pytest.mark.parametrize("name", sorted(RULES))
def test_strangers_are_sent_to_sign_in(name: str, project: Project, client: Any) -> None:
    url = reverse(name, kwargs=arguments(name, project))
    response = getattr(client, RULES[name][1])(url)
    if RULES[name][0] == "anyone":
        assert response.status_code in {200, 302}
    else:
        assert response.status_code == 302
        assert response.headers["Location"].startswith("/sign-in")


@pytest.mark.parametrize("name", PROJECT_URLS)
def test_outsiders_see_nothing(name: str, project: Project, outsider: Any, client_of: Any) -> None:
    assert status(client_of(outsider), name, project) == 404


@pytest.mark.parametrize("role", list(RIGHTS))
@pytest.mark.parametrize("name", PROJECT_URLS)
def test_roles(name: str, role: str, project: Project, outsider: Any, client_of: Any) -> None:
    Member.objects.create(project=project, user=outsider, role=role)
    answer = status(client_of(outsider), name, project)
    if RULES[name][0] in RIGHTS[role]:
        assert answer not in {401, 403, 405, 500, 501}
    else:
        assert answer == 403


@pytest.mark.parametrize("name", [n for n in PROJECT_URLS if n not in {"remove-member"}])
def test_another_projects_objects_stay_closed(
    name: str, project: Project, outsider: Any, client_of: Any
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    Member.objects.create(project=other, user=outsider, role="manager")
    values = arguments(name, project)
    if "pk" not in values:
        pytest.skip("the address names no object")
    values["slug"] = "other"
    response = getattr(client_of(outsider), RULES[name][1])(reverse(name, kwargs=values))
    assert response.status_code == 404


@pytest.mark.parametrize("name", [n for n, (_, method) in RULES.items() if method == "post"])
def test_actions_refuse_get(name: str, project: Project, manager: Any, client_of: Any) -> None:
    if name in {"set-language"}:
        pytest.skip("Django's own view answers GET by a redirect and changes nothing")
    url = reverse(name, kwargs=arguments(name, project))
    assert client_of(manager).get(url).status_code == 405


def test_admin_is_for_staff(manager: Any, client_of: Any) -> None:
    assert client_of(manager).get("/admin/").status_code == 302


def test_numbers_that_are_no_ids(project: Project, manager: Any, client_of: Any) -> None:
    for number in ("0", "999999999", str(2**63), str(2**70)):
        assert client_of(manager).get(f"/p/support/label/{number}").status_code == 404


def test_people_change_their_own_password(annotator: Any, client_of: Any, settings: Any) -> None:
    client = client_of(annotator)
    words = {
        "old_password": "a-long-password-1",
        "new_password1": "short",
        "new_password2": "short",
    }
    assert b"12 characters" in client.post("/password", words).content
    words |= dict.fromkeys(("new_password1", "new_password2"), "four unrelated words here")
    assert client.post("/password", words).status_code == 302
    annotator.refresh_from_db()
    assert annotator.check_password("four unrelated words here")
