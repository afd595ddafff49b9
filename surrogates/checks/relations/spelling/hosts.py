"""Names in the addresses of the web and of mail, and addresses that are said in pieces."""

import re
from collections.abc import Iterator
from functools import lru_cache

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, content, each_once
from surrogates.checks.relations.spelling.read_aloud import dots_of
from surrogates.folding import PARTICLES, digraphs, fold, run_together, words
from surrogates.labels import ADDRESSES, NAMES, Kind
from surrogates.languages.lexicon import Lexicon

NEAR = 6  # turns between an address and its reading
_LEAST = 4  # letters of a name that no address has by chance
_NAMED = (Kind.ORG, Kind.PLACE, Kind.PROFESSION, *NAMES)
_PIECE = re.compile(r"[^\W\d_]+")
_SAID = (*NAMES, Kind.ORG, *sorted(ADDRESSES))


def names(spans: Spans) -> Iterator[Found]:
    """A host that has a name in it has its surrogate: "Getafe", "www.getafe.es"."""
    named = each_once(s for s in spans.of(*_NAMED) if s.new_key)
    told: set[str] = set()
    for span in each_once(spans.of(Kind.URL, Kind.DOMAIN, Kind.EMAIL)):
        old, new = _host(span.old), _host(span.new)
        if not old or old == new or old in told:
            continue
        owners = [s for s in named if any(w in old for w in _writings(s.old))]
        labels = frozenset(_PIECE.findall(fold(span.new)))
        if owners and not any(_is_named(new, labels, s.new) for s in owners):
            told.add(old)
            yield Found(notices.ADDRESS_LOST, span, (owners[0],))


def _is_named(host: str, labels: frozenset[str], name: str) -> bool:
    """Whether a host has a name in it, a short one as a whole label: "www.oiz.example"."""
    short = {word for word in words(name) if len(word) < _LEAST and word not in PARTICLES}
    return any(w in host for w in _writings(name)) or not labels.isdisjoint(short)


@lru_cache(maxsize=4096)
def _host(text: str) -> str:
    """The words of a written host, run together."""
    host = re.split(r"[/?#]", fold(text).rpartition("@")[2].rpartition("://")[2])[0]
    return "".join(_PIECE.findall(host)) if "." in host else ""


@lru_cache(maxsize=4096)
def _writings(name: str) -> frozenset[str]:
    """How a name, or a word of it, may stand in a host."""
    told, plain = content(words(name)), words(digraphs(name))
    written = (*told, *plain, "".join(told), "".join(plain))
    return frozenset(run_together(each) for each in written if len(each) >= _LEAST)


def pieces(spans: Spans) -> Iterator[Found]:
    """A piece of an address that is said beside "at" or "dot" is written as in the address."""
    addresses = [s for s in spans.of(*ADDRESSES) if "@" in s.old or "." in s.old or "_" in s.old]
    told: set[str] = set()
    for span in spans.of(*_SAID) if addresses else ():
        if span.old in told or span in addresses or not _is_said(spans.lexicon, span):
            continue
        near = [a for a in addresses if abs(a.turn - span.turn) <= NEAR]
        held = [a for a in near if _is_piece(span.old, a.old)]
        # Who writes a name as such leaves its accents: "Sofía, punto, Núñez".
        fits = _is_piece if span.old.islower() else _may_be_piece
        new = fold(span.new) if span.kind is Kind.ORG else span.new  # a brand may keep accents
        if held and not any(fits(new, a.new) for a in held):
            told.add(span.old)
            yield Found(notices.PIECE_LOST, span, (held[0],))


def _is_piece(text: str, address: str) -> bool:
    return text.lower() in address.lower()


def _may_be_piece(text: str, address: str) -> bool:
    whole = "".join(words(address))
    return any(
        "".join(words(each)) in whole or any(word in whole for word in _writings(each))
        for each in (text, digraphs(text))
    )


def _is_said(lexicon: Lexicon, span: Span) -> bool:
    before, after = _beside(lexicon)
    return bool(after.match(span.after) or before.search(span.before))


@lru_cache(maxsize=16)
def _beside(lexicon: Lexicon) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A dot or an "at" that is said, at the end of a text or at its beginning."""
    at = "|".join(map(re.escape, lexicon.signs("at")))
    said = f"(?:{dots_of(lexicon)}{'|' + at if at else ''})"
    before = re.compile(rf"(?<!\w){said},?\s+$", re.IGNORECASE)
    return before, re.compile(rf",?\s+{said}(?!\w)", re.IGNORECASE)
