"""What curators taught a project about names and places, and the lexicon that follows from it.

Called by the revision page (teach), its own page (list, remove, download) and `plans`. A row counts
in the dialogues that say its word, and nowhere else: there it is an original, which is never drawn,
so a taught word is never a surrogate.
"""

import io
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import LexiconRow, Project, User
from annotation.refusals import NothingToDo, Refused
from surrogates.folding import fold, words
from surrogates.languages import lexicon_for
from surrogates.languages.lexicon import Lexicon, Rows
from surrogates.languages.schema import SCHEMA
from surrogates.types import Dialogue as Texts

Kind = LexiconRow.Kind
TABLES = {
    Kind.SHORT: "short_forms",
    Kind.NAME: "names",
    Kind.EQUIVALENT: "equivalents",
    Kind.PLACE: "places",
}
LANGUAGES = ("es", "en", "de", "fr", "ca", "eu", "gl", "pt", "it")
GENDERS = ("f", "m", "u")
MOST_WORDS = 3
NOBODY_FILE = "names-nobody.txt"
ORIGIN = {"source": "hand", "licence": "Apache-2.0"}
# kind, word, what it stands for, gender or language
Fact = tuple[str, str, str, str]


def check_fact(kind: str, form: str, value: str, detail: str) -> Fact:
    """A fact as it is kept. Raises Refused with a sentence that repeats none of its words."""
    form, value = " ".join(form.split()), " ".join(value.split())
    pair = kind in (Kind.SHORT, Kind.EQUIVALENT)
    if kind not in TABLES:
        raise Refused(_("Choose what kind of word it is."), code="bad_fact")
    for word in (form, value) if pair else (form,):
        if not 1 <= len(words(word)) <= MOST_WORDS or len(word) > 60 or not _is_name(word):
            raise Refused(
                _("A word of the lexicon has 1 to 60 letters, and no figures."), code="bad_fact"
            )
    if pair and fold(form) == fold(value):
        raise Refused(_("Both words are the same."), code="bad_fact")
    if kind in (Kind.NAME, Kind.SHORT) and detail not in GENDERS:
        raise Refused(_("Choose a gender: female, male or both."), code="bad_fact")
    if kind == Kind.EQUIVALENT and detail not in LANGUAGES:
        raise Refused(_("Choose the language of the word."), code="bad_fact")
    return kind, form, value if pair else "", "" if kind == Kind.PLACE else detail


def _is_name(word: str) -> bool:
    return word.isprintable() and all(c.isalpha() or c in " .'’·-ªº" for c in word)


def nobody_fact(text: str) -> Fact | None:
    """The fact that a word names nobody, where it can be one of the lexicon: no number is."""
    form = " ".join(words(text))
    fits = 1 <= len(words(text)) <= MOST_WORDS and len(form) <= 60 and _is_name(form)
    return (Kind.NOBODY, form, "", "") if fits else None


def teach(project: Project, user: User, lang: str, fact: Fact) -> LexiconRow:
    """Keep a fact (`check_fact`) for the project's dialogues of a language."""
    kind, form, value, detail = fact
    lang = _primary(lang)
    standing = project.lexicon_rows.filter(removed_at=None, kind=kind, lang=lang)
    if any(fold(r.form) == fold(form) and fold(r.value) == fold(value) for r in standing):
        raise NothingToDo(_("The lexicon knows this already."))
    return LexiconRow.objects.create(
        project=project, kind=kind, lang=lang, form=form, value=value, detail=detail, added_by=user
    )


def standing_rows(project: Project) -> list[LexiconRow]:
    """The rows that count now, with who taught them."""
    return list(project.lexicon_rows.filter(removed_at=None).select_related("added_by"))


def remove_row(row: LexiconRow) -> None:
    """Take a row back. Raises NothingToDo when that was done before."""
    standing = LexiconRow.objects.filter(pk=row.pk, removed_at=None)
    if not standing.update(removed_at=timezone.now()):
        raise NothingToDo(_("This row is removed already."))


def put_back(project: Project, pk: int) -> LexiconRow | None:
    """A row that was taken back counts again, as a row of its own: the old one keeps its dates."""
    row = project.lexicon_rows.filter(pk=pk).exclude(removed_at=None).first()
    if row is None:
        return None
    fact = (row.kind, row.form, row.value, row.detail)
    try:
        return teach(project, row.added_by, row.lang, fact)
    except NothingToDo:  # somebody else has taught it since
        return None


def rows_ever(project: Project) -> list[LexiconRow]:
    """Every row, those that were taken back too: an approved dialogue may be older than that."""
    return list(project.lexicon_rows.all())


def facts_for(
    rows: Sequence[LexiconRow], texts: Texts, at: datetime | None = None
) -> tuple[Fact, ...]:
    """The facts that count in a dialogue: its language's, about words that its labels hold.

    With `at`, as the lexicon was then: what a person approved does not change behind her back.
    """
    if not rows:
        return ()
    lang = _primary(texts.lang)
    words_of_rows = {
        word for turn in texts.turns for m in turn.mentions
        for word in words(turn.text[m.start : m.end])
    }  # fmt: skip
    facts = [
        (row.kind, row.form, row.value, row.detail)
        for row in rows
        if row.kind in TABLES
        and row.lang == lang
        and _stood(row, at)
        and words_of_rows.issuperset(words(row.form))
    ]
    return tuple(sorted(facts))


def _stood(row: LexiconRow, at: datetime | None) -> bool:
    if at is None:
        return row.removed_at is None
    return row.added_at <= at and (row.removed_at is None or row.removed_at > at)


@lru_cache(maxsize=16)
def lexicon_with(lang: str, facts: tuple[Fact, ...]) -> Lexicon:
    """The lexicon of a language with these facts added."""
    base = lexicon_for(lang)
    return base.with_rows(tables_of(lang, facts, base))


def tables_of(lang: str, facts: Iterable[Fact], base: Lexicon | None = None) -> dict[str, Rows]:
    """Rows of the engine's tables (see surrogates/languages/schema.py)."""
    base = base or lexicon_for(lang)
    tables: dict[str, Rows] = {}
    for kind, form, value, detail in facts:
        rows = tables.setdefault(TABLES[Kind(kind)], [])
        if kind == Kind.SHORT:
            row = {"full": value, "short": form, "kind": "suppletive", "gender": detail}
            rows.append({**row, "lang": lang, **ORIGIN})
        elif kind == Kind.NAME:
            size = "compound" if " " in form else "full"
            row = {"name": form, "gender": detail, "weight": "1", "kind": size, "lang": lang}
            rows.append({**row, **ORIGIN})
        elif kind == Kind.PLACE:
            row = {"name": form, "province": "", "type": "town", "weight": "1"}
            rows.append({**row, **ORIGIN})
        else:
            rows += _equivalents(lang, form, value, detail, base)
    return tables


def _equivalents(lang: str, form: str, value: str, detail: str, base: Lexicon) -> Rows:
    """The form joins the concept of the name that it equals, or both make a new one."""
    known = base.concept_of.get(("name", fold(value)), ())
    entry = base.name_by_key.get(fold(value))
    gender = entry.gender if entry else "u"
    concept = known[0] if known else f"taught-{fold(value)}"
    forms = [(detail, form)] if known else [(lang, value), (detail, form)]
    return [
        {"type": "name", "concept": concept, "lang": code, "form": text, "gender": gender, **ORIGIN}
        for code, text in forms
    ]


def write_tables(project: Project) -> bytes:
    """A ZIP with a folder a language of TSV tables, as `pseudonymise --lexicon FOLDER` reads them,
    and what names nobody, as its `--allow FILE` does.

    Columns that a table has and a fact does not say stay empty.
    """
    by_lang: dict[str, list[Fact]] = {}
    for row in standing_rows(project):
        if row.kind in TABLES:
            by_lang.setdefault(row.lang, []).append((row.kind, row.form, row.value, row.detail))
    buffer = io.BytesIO()
    nobody = sorted({row.form for row in standing_rows(project) if row.kind == Kind.NOBODY})
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for lang, facts in sorted(by_lang.items()):
            for name, rows in sorted(tables_of(lang, facts).items()):
                lines = ["\t".join(row.get(column, "") for column in SCHEMA[name]) for row in rows]
                head = "\t".join(SCHEMA[name])
                text = "\n".join([head, *dict.fromkeys(lines), ""])
                archive.writestr(zipfile.ZipInfo(f"{lang}/{name}.tsv"), text)
        if nobody:
            archive.writestr(zipfile.ZipInfo(NOBODY_FILE), "\n".join([*nobody, ""]))
    return buffer.getvalue()


def _primary(lang: str) -> str:
    return lang.split("-")[0].lower()
