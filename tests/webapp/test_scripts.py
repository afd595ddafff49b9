"""The scripts of the pages: what they import exists, also from production's hashed names."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import FileSystemFinder
from whitenoise.storage import CompressedManifestStaticFilesStorage

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "static" / "js"
MODULES = sorted(SCRIPTS.rglob("*.js"))
IMPORT = re.compile(r'import \{([^}]*)\}\s*from "([^"]+)";')
EXPORT = re.compile(r"^export (?:async )?(?:function|const|let) (\w+)", re.MULTILINE)
MOST_LINES, MOST_MODULES = 400, 15


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SCRIPTS)))
def test_imports_name_what_is_exported(module: Path) -> None:
    for names, target in IMPORT.findall(module.read_text()):
        exported = EXPORT.findall((module.parent / target).resolve(strict=True).read_text())
        wanted = {name.split(" as ")[0].strip() for name in names.split(",") if name.strip()}
        assert wanted <= set(exported), target


def test_modules_and_folders_are_small() -> None:
    assert [path for path in MODULES if path.read_text().count("\n") > MOST_LINES] == []
    folders = {path.parent for path in MODULES}
    assert [path for path in folders if len(list(path.glob("*.js"))) > MOST_MODULES] == []


def test_what_a_page_loads_is_imported_by_no_module() -> None:
    """Production gives it a hashed name, imports do not: it would be there twice."""
    pages = "".join(path.read_text() for path in (ROOT / "templates").rglob("*.html"))
    entries = {ROOT / "static" / name for name in re.findall(r"{% static '(js/[^']+)' %}", pages)}
    imported = {
        (module.parent / target).resolve()
        for module in MODULES
        for _, target in IMPORT.findall(module.read_text())
    }
    assert len(entries) > 5
    assert set(MODULES) == entries | imported, "each module is used"
    assert entries & imported == set()


def test_imports_resolve_from_production_s_hashed_names(tmp_path: Path) -> None:
    storage = CompressedManifestStaticFilesStorage(location=tmp_path, base_url="/static/")
    paths = {}
    for path, source in FileSystemFinder().list([]):
        if path.startswith("js/"):
            with source.open(path) as file:
                storage.save(path, file)
            paths[path] = (storage, path)
    for _, _, result in storage.post_process(paths):
        assert not isinstance(result, Exception), result
    for module in MODULES:
        hashed = tmp_path / storage.stored_name(f"js/{module.relative_to(SCRIPTS)}")
        assert hashed.name != module.name
        for _, target in IMPORT.findall(hashed.read_text()):
            assert (hashed.parent / target).is_file(), (hashed.name, target)
