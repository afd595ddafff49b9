"""The settings page: few choices with what they cost, the rest folded and still kept."""

import re
from typing import Any

from annotation.models import Project
from tests.webapp.addresses import url
from tests.webapp.html import squeezed
from webapp.forms.settings import EXPERIMENTS, SettingsForm

FOLDED = re.compile(r'<details class="card experiments"( open)?>(.*?)</form>', re.DOTALL)


def test_experiments_are_folded_until_one_is_wrong(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    html = squeezed(client.get(url("edit-settings")).content.decode())
    found = FOLDED.search(html)
    assert found and not found[1]
    for name in SettingsForm.base_fields:
        assert (f'name="{name}"' in found[2]) == (name in EXPERIMENTS), name
    sent = {"name": "Support", "batch_size": "5", "audit_percent": "900"}
    html = squeezed(client.post(url("edit-settings"), sent).content.decode())
    found = FOLDED.search(html)
    assert found and found[1]


def test_what_differs_from_a_new_project_is_counted(project: Project) -> None:
    assert SettingsForm.of(Project(pk=project.pk)).changed_experiments == 0
    project.audit_percent, project.query_strategy = 30, "random"
    assert SettingsForm.of(project).changed_experiments == 2


def test_a_choice_says_what_it_costs_and_what_a_release_still_shows(
    project: Project, manager: Any, client_of: Any
) -> None:
    Project.objects.update(shared_percent=50, readers=3)
    html = squeezed(client_of(manager).get(url("edit-settings")).content.decode())
    assert "Adds 7 readings to the turns that are left." in html
    assert "which mentions are the same and how people are related." in html
