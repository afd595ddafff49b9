"""The words of dialogues, folded, and the search for them in the whole corpus.

Called by `following`, which keeps the words of each dialogue, and by the corpus page. What is
searched for is kept nowhere. SQLite answers by FTS5, PostgreSQL by its full text search; both know
words alone, so that no sign of their query languages means anything here.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import connection
from django.utils.translation import gettext as _

from annotation.folding import plain, squeezed
from annotation.models import Dialogue, DialogueWords, Turn
from annotation.refusals import Refused
from annotation.services.storage.triggers import INDEX, WORDS

MOST_LETTERS = 200  # of a search
MOST_WORDS = 10
LONGEST = 60  # letters of a word that count
MOST_KEPT = 50_000  # different words of one dialogue; a `tsvector` holds a megabyte
BEGINNING = 90  # characters shown of how a dialogue begins
AROUND = 60  # characters shown before and after a hit
# Signs that are not seen and marks that stand on the letter before are inside a word.
_INSIDE = "\u00ad\u0300-\u036f\u200b-\u200d\u2060"
_WORD = re.compile(rf"[^\W_](?:[^\W_]|[{_INSIDE}])*")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for: words that all have to be there, as they are or as beginnings."""

    whole: tuple[str, ...]
    begun: tuple[str, ...] = ()

    def fits(self, word: str) -> bool:
        return word in self.whole or word.startswith(self.begun)


@dataclass(frozen=True, slots=True)
class Hit:
    """The first place of a dialogue where one of the words stands, with what is around it."""

    number: int  # of the turn, 1 = first
    before: str
    word: str
    after: str


def fold(word: str) -> str:
    """In small letters, without accents and signs that are not seen."""
    return squeezed(plain(word))[:LONGEST]


def count_words(texts: Iterable[str]) -> tuple[int, str]:
    """How many words texts have, and each of them once, folded, in the order of letters."""
    count, seen = 0, set()
    for text in texts:
        found = _WORD.findall(text)
        count += len(found)
        seen.update(found)
    folded = sorted({fold(word) for word in seen} - {""})
    return count, " ".join(folded[:MOST_KEPT])


def wanted_of(text: str) -> Wanted:
    """What somebody typed as words; a star makes a word a beginning. Raises: Refused."""
    if len(text) > MOST_LETTERS:
        raise Refused(
            _("Search for %(n)s characters at the most.") % {"n": MOST_LETTERS}, code="too_long"
        )
    whole: list[str] = []
    begun: list[str] = []
    for match in _WORD.finditer(text):
        if word := fold(match.group()):
            (begun if text[match.end() : match.end() + 1] == "*" else whole).append(word)
    if not whole and not begun:
        raise Refused(_("Type a word to search for: letters or digits."), code="no_words")
    if len(whole) + len(begun) > MOST_WORDS:
        raise Refused(_("Search for %(n)s words at the most.") % {"n": MOST_WORDS}, code="too_many")
    return Wanted(tuple(dict.fromkeys(whole)), tuple(dict.fromkeys(begun)))


def find_dialogues(wanted: Wanted) -> set[int]:
    """Ids of the dialogues that say all of it, of whatever project; one query."""
    if connection.vendor == "sqlite":
        terms = [f'"{word}"' for word in wanted.whole] + [f'"{word}"*' for word in wanted.begun]
        statement = f"SELECT rowid FROM {INDEX} WHERE {INDEX} MATCH %s"
        query = " AND ".join(terms)
    else:
        terms = [f"'{word}'" for word in wanted.whole] + [f"'{word}':*" for word in wanted.begun]
        statement = f"SELECT dialogue_id FROM {WORDS} WHERE words @@ %s::tsquery"
        query = " & ".join(terms)
    with connection.cursor() as cursor:
        cursor.execute(statement, [query])
        return {pk for (pk,) in cursor.fetchall()}


def first_hits(dialogues: Sequence[int], wanted: Wanted) -> dict[int, Hit]:
    """The first hit of each of a few dialogues that has one; one query."""
    hits: dict[int, Hit] = {}
    turns = Turn.objects.filter(dialogue__in=dialogues).order_by("dialogue_id", "position")
    for dialogue, position, text in turns.values_list("dialogue_id", "position", "text").iterator():
        if dialogue not in hits and (match := _find(text, wanted)):
            hits[dialogue] = _hit(position + 1, text, match)
    return hits


def first_words(dialogues: Sequence[int]) -> dict[int, str]:
    """How each of a few dialogues begins, cut between words; one query."""
    turns = Turn.objects.filter(dialogue__in=dialogues, position=0).order_by()
    return {
        pk: text if len(text) <= BEGINNING else text[:BEGINNING].rpartition(" ")[0] + "…"
        for pk, text in turns.values_list("dialogue_id", "text")
    }


def keep_words(dialogues: Iterable[Dialogue]) -> dict[int, int]:
    """Keep the words of dialogues that have none kept yet; their numbers of words by id."""
    pks = [dialogue.pk for dialogue in dialogues]
    texts: dict[int, list[str]] = {pk: [] for pk in pks}
    turns = Turn.objects.filter(dialogue__in=pks).order_by()
    for dialogue, text in turns.values_list("dialogue_id", "text"):
        texts[dialogue].append(text)
    counted = {pk: count_words(own) for pk, own in texts.items()}
    DialogueWords.objects.bulk_create(
        (DialogueWords(dialogue_id=pk, words=words) for pk, (_count, words) in counted.items()),
        ignore_conflicts=True,
    )
    return {pk: count for pk, (count, _words) in counted.items()}


def _find(text: str, wanted: Wanted) -> re.Match[str] | None:
    return next((each for each in _WORD.finditer(text) if wanted.fits(fold(each.group()))), None)


def _hit(number: int, text: str, match: re.Match[str]) -> Hit:
    start, end = match.span()
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    if start > AROUND:
        before = "…" + before.partition(" ")[2]
    if end + AROUND < len(text):
        after = after.rpartition(" ")[0] + "…"
    return Hit(number, before, match.group(), after)
