"""Proper names outside the labels: a landmark, a line, a feast, a language, somebody famous.

They are known by their capital; in German, whose nouns all have one, by the table of rivers,
mountains and regions alone. Called by `context`.
"""

from collections.abc import Iterator
from functools import lru_cache

from surrogates.checks.context.words import Cue, Sentence, Word
from surrogates.checks.relations.spans import Spans
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon

_SHORTEST = 4  # letters: "Ms", "Dr", "Jul"
_BEGINS = frozenset(".!?¿¡;:…\"'«“‘(—–-<>")  # behind these anything has a capital
_TITLES = ("title", "title_after", "role", "kin", "kin_title", "person", "greeting")


def proper_names(spans: Spans, sentence: Sentence) -> Iterator[Cue]:
    """Words with a capital that no sentence's beginning asks for."""
    text, plain = spans.turn_text(sentence.turn), _plain(spans.lexicon)
    lands = _lands(spans.lexicon) if spans.lang == "de" else None
    for word in sentence.words:
        name = word.text
        if not name[0].isupper() or name.isupper() or len(name) < _SHORTEST or word.key in plain:
            continue
        told = _is_in_brackets(spans, sentence, word)
        if lands is not None and not told and name.casefold() not in lands:
            continue
        before = text[: word.start].rstrip()
        begins = not told and (not before or before[-1] in _BEGINS)
        if (
            not begins
            and text[word.end : word.end + 1] not in "'’"
            and not _is_kept(word, sentence)
        ):
            yield Cue("name", "", sentence.turn, word.start, word.end)


def _is_in_brackets(spans: Spans, sentence: Sentence, word: Word) -> bool:
    """Whether a word in brackets tells which town is meant: "[Waren] (Müritz)"."""
    if word.key in spans.lexicon.province_by_key:
        return False  # the town becomes another one there
    text = spans.turn_text(sentence.turn)
    places = (item for item in sentence.items if item.kind is Kind.PLACE)
    return any(text[item.end : word.start].strip() == "(" for item in places)


def _is_kept(word: Word, sentence: Sentence) -> bool:
    """Whether a word stands in a label whose value stayed."""
    return any(item.start <= word.start < item.end for item in sentence.items)


@lru_cache(maxsize=16)
def _lands(lexicon: Lexicon) -> frozenset[str]:
    """Rivers, mountains and regions with their accents: "in der Nähe" is not the Nahe."""
    rows = (row for row in lexicon.all_rows("landscape") if row["kind"] != "cue")
    return frozenset(row["name"].casefold() for row in rows)


@lru_cache(maxsize=16)
def _plain(lexicon: Lexicon) -> frozenset[str]:
    """Folded words that have a capital and name nothing that is one place's, or are told
    elsewhere: days, feasts, titles, kinds of streets, names of people."""
    dated = {fold(r["form"]) for table in ("months", "weekdays") for r in lexicon.rows(table)}
    feasts = {fold(w) for r in lexicon.rows("feasts") for w in r["form"].split()}
    streets = {fold(w) for r in lexicon.rows("streets") for w in r["form"].split()}
    titles = {w for kind in _TITLES for cue in lexicon.cues(kind) for w in cue.split()}
    everywhere = {fold(r["form"]) for r in lexicon.rows("context") if r["kind"] == "everywhere"}
    people = lexicon.name_by_key.keys() | lexicon.surname_keys
    goods = {fold(r["form"]) for r in lexicon.rows("goods")}
    return frozenset(dated | feasts | streets | titles | everywhere | people | goods)
