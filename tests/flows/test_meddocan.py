"""The same loop on real texts that nobody here wrote: MEDDOCAN, imported from the command line
(the notes that measure) and from the browser (the notes to be labelled)."""

import gzip
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.flows.conftest import Installation
from tests.flows.test_story import Oracle, label_keys, label_turns, sign_in, wait_for_rounds

pytestmark = [pytest.mark.browser, pytest.mark.worker]
PASSWORD = "a-long-password-1"


def take(source: Path, target: Path, first: int, number: int) -> Oracle:
    """A few notes as a file of their own, and what people labelled in them."""
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        notes = [json.loads(next(lines)) for _ in range(first + number)][first:]
    target.write_text("".join(json.dumps(n, ensure_ascii=False) + "\n" for n in notes), "utf-8")
    return {
        (note["id"], place): [(s["start"], s["end"], s["label"]) for s in turn["spans"]]
        for note in notes
        for place, turn in enumerate(note["turns"])
    }


def test_the_loop_on_clinical_notes(tmp_path: Path, shared_data: Path, browser: Browser) -> None:
    installation = Installation(tmp_path)
    try:
        oracle = take(shared_data / "meddocan.train.jsonl.gz", tmp_path / "pool.jsonl", 0, 25)
        take(shared_data / "meddocan.dev.jsonl.gz", tmp_path / "test.jsonl", 0, 10)
        address = installation.serve("--no-demo")
        installation.python(
            "from annotation.models import User\n"
            f"answer = User.objects.create_superuser('manager', password='{PASSWORD}').pk"
        )

        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        sign_in(page, address, "manager", PASSWORD)
        page.goto(f"{address}/projects/new")
        page.get_by_label("Name").fill("Notes")
        page.get_by_label("Labels").select_option("meddocan")
        page.get_by_role("main").get_by_role("button").last.click()
        page.wait_for_url(re.compile(r"/p/notes"))
        done = installation.manage(
            "import_corpus", "notes", str(tmp_path / "test.jsonl"), "--split", "test", "--json"
        )
        assert json.loads(done)["dialogues"] == 10

        page.goto(f"{address}/p/notes/import")
        page.set_input_files("#id_files", tmp_path / "pool.jsonl")
        page.get_by_text("Options").first.click()
        page.locator('input[name="spans"][value="ignore"]').check()
        page.locator('input[name="split"][value="pool"]').check()
        page.get_by_role("button", name="Preview").click()
        page.get_by_role("button", name=re.compile(r"Import \d+ dialogues")).click(timeout=60_000)
        page.get_by_text("dialogues went in.").wait_for(timeout=60_000)
        page.goto(f"{address}/p/notes/label")
        page.locator("[data-asked]").wait_for(timeout=60_000)
        keys = label_keys(page)
        assert len(keys) == 29
        label_turns(page, oracle, keys, 12)  # the model learns from half of a batch on
        wait_for_rounds(installation, "notes", 1)
        state = installation.python(
            "from annotation.models import *\n"
            "runs = TrainingRun.objects.filter(project__slug='notes', kind='round')\n"
            "run = runs.filter(status='done').first()\n"
            "answer = [run.status, run.metrics['on'], run.metrics['f1'] > 0]"
        )
        assert state == ["done", "test", True]
    finally:
        installation.stop()
