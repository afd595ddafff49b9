"""What people stand under in a list of names: the surname, else what else they are called by."""

from collections.abc import Iterator
from dataclasses import dataclass

from surrogates.checks.relations.spans import Span, Spans, neighbours
from surrogates.folding import PARTICLES, fold, run_together, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.titles import title_words

_GIVEN_FIRST = frozenset({"es", "ca", "eu"})  # a given name and then two surnames
_Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """What somebody stands under in a list, before and after, by its folded words."""

    span: Span
    old: _Key
    new: _Key
    surname: bool

    @property
    def letters(self) -> tuple[str, str]:
        return self.old[0][0], self.new[0][0]


def read_names(spans: Spans) -> Iterator[Listed]:
    """What each person stands under: of names said together the first surname, else the first."""
    spoken = [span for span in spans.all if span.kind in NAMES]
    joined = {
        id(other): one
        for one, other in neighbours(spoken)
        if one.item.end + len(one.after) == other.item.start and not one.after.strip(" -,")
        if "," not in one.after or one.kind is Kind.SURNAME
    }
    rows: list[list[Span]] = []
    for span in spoken:
        if rows and joined.get(id(span)) is rows[-1][-1] and not _both_whole(rows[-1][-1], span):
            rows[-1].append(span)
        else:
            rows.append([span])
    for row in rows:
        names = [name for span in row if (name := _read(spans, span)) is not None]
        if names:
            yield next((name for name in names if name.surname), names[0])


def _both_whole(one: Span, other: Span) -> bool:
    return Kind.PERSON in (one.kind, other.kind) or ("," in one.after and one.kind is other.kind)


def _read(spans: Spans, span: Span) -> Listed | None:
    old, surname = _listed(spans.lexicon, span.old, span.kind)
    new, also = _listed(spans.lexicon, span.new, span.kind)
    if not old or not new or (surname != also and " " in span.old):
        return None
    return Listed(span, old, new, surname)


def _listed(lexicon: Lexicon, text: str, kind: Kind) -> tuple[_Key, bool]:
    """The folded words that a name stands under in a list, and whether they are a surname."""
    titles = title_words(text, lexicon)
    parts = [p for p in text.split() if titles.isdisjoint(words(p)) and words(p)]
    surname = kind is Kind.SURNAME
    if not surname and len(parts) > 1:
        if parts[0].endswith(","):  # "Doyle, Ruth"
            parts, surname = parts[:1], True
        else:
            rest = _behind_given(lexicon, parts)
            parts, surname = rest or parts, bool(rest)
    elif not surname and parts:
        key = fold(parts[0])
        surname = key in lexicon.surname_keys and key not in lexicon.name_by_key
        surname = surname and kind is Kind.PERSON
    while len(parts) > 1 and parts[0].islower() and fold(parts[0]) in PARTICLES:
        parts = parts[1:]
    keys = [run_together(w) for p in parts for w in words(p)]
    return tuple(key for key in keys if key[:1].isalpha()), surname


def _behind_given(lexicon: Lexicon, parts: list[str]) -> list[str]:
    """The surname of a whole name, particles included; none where all of it is given names."""
    if lexicon.lang not in _GIVEN_FIRST:
        at = len(parts) - 1
        while at > 1 and parts[at - 1].islower():
            at -= 1
        key = fold(parts[-1])
        given = key in lexicon.name_by_key and key not in lexicon.surname_keys
        return [] if given else parts[at:]
    at = 1
    while at < len(parts) and fold(parts[at]) in lexicon.name_by_key:
        if fold(parts[at]) in lexicon.surname_keys and len(parts) - at < 3:
            break
        at += 1
    return parts[at:]
