"""A large corpus comes in by the page with a real worker: progress, report, cancel; and a worker
that is killed in the middle leaves no trace, and the next one brings everything once."""

import json
import os
import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.flows.conftest import Installation, wait_until
from tests.flows.jobs.test_worker_killed import rows, silence
from tests.flows.test_story import sign_in

PASSWORD = "a-long-password-1"
# Dialogues of 4 turns: the page asks once a second, and a fast machine writes 15,000 turns in it.
MANY = 16_000
PEOPLE = f"""
from annotation.models import Member, User
from annotation.services.projects.creation import create_project
user = User.objects.create_user("manager", password="{PASSWORD}")
answer = create_project(user, name="Calls", lang="es").slug
"""
QUEUE = """
from annotation.models import Import, Project, User
from annotation.services.imports.page_jobs import confirm_import, queue_import, work_on_import
from annotation.services.imports.previews import load_preview
from annotation.services.jobs.lifecycle import run_job
from pathlib import Path
job = queue_import(Project.objects.get(), User.objects.get(), [("calls.jsonl", Path("{path}"))])
run_job(Import, job.pk, work_on_import)
confirm_import(load_preview(Import.objects.get()))
answer = job.pk
"""
THERE = """
SELECT (SELECT count(*) FROM annotation_dialogue), (SELECT count(*) FROM annotation_turn),
       (SELECT count(*) FROM annotation_project WHERE staged_at IS NOT NULL)
"""


def corpus(path: Path, count: int, turns: int = 4) -> Path:
    said = [{"speaker": "agent", "text": f"frase {n} de la llamada número"} for n in range(turns)]
    with path.open("w", encoding="utf-8") as out:
        for n in range(count):
            own = [said[0] | {"text": f"{said[0]['text']} {path.stem} {n}"}, *said[1:]]
            out.write(json.dumps({"id": f"{path.stem}-{n}", "turns": own}) + "\n")
    return path


@pytest.mark.worker
def test_a_killed_import_is_done_once_by_the_next_worker(
    installation: Installation, tmp_path: Path
) -> None:
    installation.env["HEARTBEAT_SECONDS"] = "0.5"
    installation.python(PEOPLE)
    path = corpus(tmp_path / "calls.jsonl", 1500)
    installation.python(QUEUE.format(path=path))
    first = installation.worker()
    job = "SELECT status, attempts, error FROM annotation_import"
    wait_until(lambda: rows(installation, THERE)[0][0] > 200, "the first rows")
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    project = "SELECT count(*) FROM annotation_dialogue d JOIN annotation_project p"
    seen = f"{project} ON p.id = d.project_id WHERE p.staged_at IS NULL"
    assert rows(installation, seen)[0][0] == 0

    silence(installation, "import")
    installation.worker()
    wait_until(lambda: rows(installation, job)[0][0] in {"done", "failed"}, "the second try")
    assert rows(installation, job)[0] == ("done", 2, "")
    assert rows(installation, THERE)[0] == (1500, 6000, 0)
    wait_until(lambda: not list((installation.data / "uploads").iterdir()), "the file's end")


@pytest.mark.worker
@pytest.mark.parametrize("installation", ["sqlite"], indirect=True)  # its clock is tested on both
def test_what_a_killed_command_left_is_swept(installation: Installation, tmp_path: Path) -> None:
    installation.python(PEOPLE)
    path = corpus(tmp_path / "calls.jsonl", 8_000)
    command = installation.start("manage.py", "import_corpus", "calls", str(path), "--as", "text")
    wait_until(lambda: rows(installation, THERE)[0][0] > 200, "the first rows")
    sweep = (
        "from annotation.services.imports.staging import sweep_staging\nanswer = sweep_staging(60)"
    )
    assert installation.python(sweep) == 0  # it lives
    assert command.poll() is None
    os.killpg(command.pid, signal.SIGKILL)
    command.wait()
    assert rows(installation, THERE)[0][1:] > (200, 0)
    aged = "Project.everything.exclude(staged_at=None).update(staged_at=Now() - SILENT * 2)"
    installation.python(f"""
from annotation.models import Project
from annotation.services.imports.staging import SILENT
from django.db.models.functions import Now
answer = {aged}""")
    assert installation.python(sweep) > 0
    assert rows(installation, THERE)[0] == (0, 0, 0)


@pytest.mark.worker
@pytest.mark.browser
@pytest.mark.parametrize("installation", ["sqlite"], indirect=True)  # what is killed, on both
def test_a_corpus_comes_in_and_another_is_cancelled(
    installation: Installation, browser: Browser, tmp_path: Path
) -> None:
    installation.python(PEOPLE)
    address = installation.web()
    installation.worker()
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    sign_in(page, address, "manager", PASSWORD)

    def send(path: Path) -> None:
        page.goto(f"{address}/p/calls/import")
        page.set_input_files("#id_files", path)
        page.get_by_role("button", name="Preview").click()
        page.wait_for_url(re.compile(r"/import/\d+$"))
        button = page.get_by_role("button", name=re.compile(r"Import [\d,]+ dialogues"))
        button.click(timeout=30_000)

    send(corpus(tmp_path / "calls.jsonl", 1500))
    expect(page.get_by_text("1,500 dialogues went in.")).to_be_visible()

    send(corpus(tmp_path / "more.jsonl", MANY))
    expect(page.get_by_text(re.compile("turns are written"))).to_be_visible()
    state = page.get_by_role("region", name="State of the import")  # the line has one, too
    state.get_by_text("Cancel", exact=True).click()
    with page.expect_response("**/state"):  # the part is drawn anew, and the question stays open
        pass
    expect(state.get_by_text("Cancel this import?")).to_be_visible()
    expect(state.locator("summary")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The import was cancelled.")).to_be_visible()
    wait_until(lambda: rows(installation, THERE)[0] == (1500, 6000, 0), "the end of its rows")
    wait_until(lambda: not list((installation.data / "uploads").iterdir()), "the file's end")
