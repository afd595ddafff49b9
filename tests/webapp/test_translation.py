"""The Spanish texts: whole, in step with the sources, and on the page."""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.imports import do_imports
from tests.webapp.conftest import CATALOGUE, ROOT, compile_into
from tests.webapp.html import squeezed
from webapp.start_up.languages import offered_languages

REFRESH = (
    "run: python manage.py makemessages -l es --no-location --no-wrap "
    "-i .venv -i data -i tests -i benchmarks -i build; then translate what is empty or fuzzy"
)
# What makemessages is told to leave out, and what is big and holds no text of ours.
LEFT_OUT = (".*", "data", "tests", "benchmarks", "build", "staticfiles", "__pycache__")
READ = {".html", ".po", ".py", ".txt"}
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|\{\w*\}")


def catalogue_of(root: Path) -> Catalog:
    with (root / CATALOGUE).open("rb") as file:
        return read_po(file)


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def entries(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def test_every_text_is_translated() -> None:
    catalogue = catalogue_of(ROOT)
    assert not catalogue.fuzzy
    assert catalogue.num_plurals == 2
    assert len(catalogue) > 700
    for message in entries(catalogue):
        assert not message.fuzzy, message.id
        said = forms(message.string)
        assert len(said) == len(forms(message.id)), message.id
        assert all(text.strip() for text in said), message.id


def test_an_item_is_personal_data_and_not_any_data() -> None:
    """ "Datos" alone means data of any kind."""
    for message in entries(catalogue_of(ROOT)):
        if re.search(r"\bitems?\b", " ".join(forms(message.id)), re.IGNORECASE):
            said = " ".join(forms(message.string))
            assert not re.search(r"\bdatos?\b(?! personal)", said, re.IGNORECASE), said


def test_placeholders_and_ends_of_lines_agree() -> None:
    for message in entries(catalogue_of(ROOT)):
        for source, text in zip(forms(message.id), forms(message.string), strict=True):
            assert Counter(PLACEHOLDER.findall(text)) == Counter(PLACEHOLDER.findall(source))
            assert text.count("\n") == source.count("\n"), source
            assert text[-1] == source[-1] or not {text[-1], source[-1]} & set(".:?\n "), source


def test_no_english_quotes_in_spanish() -> None:
    for message in entries(catalogue_of(ROOT)):
        assert not re.search('[“”"]', " ".join(forms(message.string))), message.id


def test_an_item_is_a_personal_one_in_spanish() -> None:
    """Without "personal" the word for it means any data."""
    for message in entries(catalogue_of(ROOT)):
        if re.search(r"\bitems?\b", forms(message.id)[0]):
            assert not re.search(r"\bdatos?\b(?! personal)", " ".join(forms(message.string)))


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext's tools are not installed")
def test_the_catalogue_is_in_step_with_the_sources(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def left_out(folder: str, names: list[str]) -> set[str]:
        files = {name for name in names if Path(folder, name).is_file()}
        return by_name(folder, names) | {name for name in files if Path(name).suffix not in READ}

    by_name = shutil.ignore_patterns(*LEFT_OUT)
    copy = tmp_path / "sources"
    shutil.copytree(ROOT, copy, ignore=left_out)
    monkeypatch.chdir(copy)
    settings.LOCALE_PATHS = [copy / "webapp" / "locale"]
    options = {"no_location": True, "no_wrap": True, "no_obsolete": True}
    call_command("makemessages", locale=["es"], verbosity=0, **options)
    wanted = {(message.context, message.id) for message in entries(catalogue_of(copy))}
    kept = {(message.context, message.id) for message in entries(catalogue_of(ROOT))}
    assert wanted - kept == set(), REFRESH
    assert kept - wanted == set(), REFRESH


def test_it_compiles_without_a_complaint(tmp_path: Path) -> None:
    done = compile_into(tmp_path)
    assert done.returncode == 0
    assert not re.search("error|warning", done.stderr, re.IGNORECASE), done.stderr
    assert (tmp_path / "es" / "LC_MESSAGES" / "django.mo").stat().st_size > 10_000


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext's tools are not installed")
def test_gettext_finds_the_placeholders_in_order(tmp_path: Path) -> None:
    """Stricter than the test above: the forms of a plural must name the same values."""
    command = ["msgfmt", "--check-format", "-o", str(tmp_path / "es.mo"), str(ROOT / CATALOGUE)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_third_language_is_one_file(tmp_path: Path, settings: Any, db: None) -> None:
    """A catalogue in the folder is a language on every page; what it lacks stays English."""
    assert offered_languages(settings.LOCALE_PATHS[0]) == settings.LANGUAGES
    assert [code for code, _ in settings.LANGUAGES][:2] == ["en", "es"]
    file = tmp_path / "fr" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Sign in"\nmsgstr "Se connecter"\n',
        encoding="utf-8",
    )
    assert compile_into(tmp_path, "fr", file).returncode == 0
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = offered_languages(tmp_path)
    assert settings.LANGUAGES == [("en", "English"), ("fr", "français")]
    client = Client()
    assert 'value="fr"' in client.get("/sign-in").content.decode()
    client.post("/language", {"language": "fr", "next": "/sign-in"})
    html = client.get("/sign-in").content.decode()
    assert '<html lang="fr"' in html
    assert "Se connecter" in html
    assert "Private dialogues live here." in html


def test_the_switch_turns_the_sign_in_page_to_spanish(spanish: None, db: None) -> None:
    client = Client()
    assert "Sign in" in client.get("/sign-in").content.decode()
    client.post("/language", {"language": "es", "next": "/sign-in"})
    html = client.get("/sign-in").content.decode()
    assert '<html lang="es"' in html
    assert "Contraseña" in html and "Aquí hay diálogos privados." in html
    assert "Sign in" not in html


def test_labels_are_shown_in_spanish_and_kept_in_english(
    spanish: None, project: Any, annotator: Any, reader: Any, batch: Any, client_of: Any
) -> None:
    asked = {"headers": {"accept-language": "es"}}
    address = reverse("label-item", args=[project.slug, batch.items.first().pk])
    desk = client_of(annotator).get(address, **asked).content.decode()
    assert 'data-name="surname" data-spoken="apellido"' in squeezed(desk)
    assert '<span class="name">Apellido</span>' in desk
    assert "<kbd>Mayús</kbd>" in desk and "<kbd>Supr</kbd>" in desk
    assert not re.search("<kbd>(Shift|Home|End|Del|Space)</kbd>", desk)
    page = reverse("show-overview", args=[project.slug])
    assert "apellido" in client_of(reader).get(page, **asked).content.decode()
    project.labels.filter(name="surname").update(name="nickname of a cat")
    desk = client_of(annotator).get(address, **asked).content.decode()
    assert '<span class="name">Nickname of a cat</span>' in desk


def test_a_refused_file_is_explained_in_spanish(
    spanish: None, project: Any, manager: Any, client_of: Any
) -> None:
    form = {"format": "auto", "lang": "es", "encoding": "utf-8", "spans": "gold", "split": "pool"}
    files = {"files": SimpleUploadedFile("a.jsonl", b'{"id": "a", "turns": [{"text": 3}]}')}
    page = reverse("import-dialogues", args=[project.slug])
    asked = {"accept-language": "es"}
    client = client_of(manager)
    job = client.post(page, form | files, headers=asked).headers["Location"]
    do_imports()
    html = client.get(job, headers=asked).content.decode()
    assert "turno 1: &quot;text&quot; es un número" in html
    assert "una cadena" in html
    html = client.get(page, headers=asked).content.decode()
    assert "Texto sin formato (Hablante: texto)" in html


def test_a_browser_that_asks_for_spanish_gets_it(
    spanish: None, project: Any, manager: Any, client_of: Any
) -> None:
    page = reverse("show-overview", args=[project.slug])
    asked = client_of(manager).get(page, headers={"accept-language": "es-ES,es;q=0.9,en;q=0.5"})
    html = asked.content.decode()
    assert "2 diálogos, 7 turnos." in squeezed(html)
    assert "Etiquetar" in html and "Publicación" in html
    assert "2 dialogues" not in html
    assert "2 dialogues" in client_of(manager).get(page).content.decode()
