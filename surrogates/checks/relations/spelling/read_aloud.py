"""Addresses that are read aloud outside the labels: "Jay, [Marsh], at [brookline] dot com".

What stands in no label stays, so the surrogate of the address contradicts it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.folding import fold, letters_only, words
from surrogates.labels import ADDRESSES, NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.scene import DOMAIN_ENDINGS

NEAR = 6  # turns between an address and its reading
_THINGS = (Kind.ORG, Kind.EMAIL, Kind.USER, Kind.URL, Kind.DOMAIN, *NAMES)
_GAP = re.compile(r"[\s,.\-–]*")
_LAST = re.compile(r"([^\W\d_]+)[\s,.\-–]*$")


def endings(spans: Spans) -> Iterator[Found]:
    """The ending of a host that is said behind its name is that of its surrogate."""
    hosts = [s for s in spans.of(*ADDRESSES) if _ending(s.old) != _ending(s.new)]
    dot = _dot(spans.lexicon)
    told: set[int] = set()
    for span in spans.all if hosts else ():
        said = dot.match(span.after) if span.kind in _THINGS else None
        label, name = fold(said[1]) if said is not None else "", letters_only(span.old)
        for host in hosts if label and name else ():
            near = abs(host.turn - span.turn) <= NEAR and host.item.index not in told
            named = name in letters_only(host.old) or host is span
            if near and named and label in _labels(host.old):
                told.add(host.item.index)
                yield Found(notices.HOST_SAID, span, (host,))


def _ending(text: str) -> str:
    """The last label of a written host, folded; "" of anything else."""
    _, dot, last = fold(text.strip(" .")).rpartition(".")
    return last if dot and last.isalpha() else ""


def _labels(text: str) -> list[str]:
    """The endings of a written host: "co", "uk"."""
    return [label for label in fold(text).split(".") if label in DOMAIN_ENDINGS]


@lru_cache(maxsize=16)
def _dot(lexicon: Lexicon) -> re.Pattern[str]:
    """A dot, written or said, and the label behind it, at the beginning of a text."""
    pattern = rf"(?:\s+(?:{dots_of(lexicon)})\s+|\.)([a-z]{{2,}})(?![^\W_])"
    return re.compile(pattern, re.IGNORECASE)


def dots_of(lexicon: Lexicon) -> str:
    signs = {*lexicon.signs("dot"), "dot", "punto", "punt", "point", "punkt", "puntu"}
    return "|".join(sorted(map(re.escape, signs), key=len, reverse=True))


def initials(spans: Spans) -> Iterator[Found]:
    """A letter said beside the name that an address goes on with is the one it begins with."""
    addresses = [
        (span, letters_only(span.old.partition("@")[0]), letters_only(span.new.partition("@")[0]))
        for span in spans.of(Kind.EMAIL, Kind.USER)
    ]
    told: set[int] = set()
    for span in spans.of(*NAMES) if addresses else ():
        letter, name = _letter_before(spans.lexicon, span), letters_only(span.old)
        for address, old, new in addresses if letter and len(name) > 1 else ():
            near = 0 <= span.turn - address.turn <= NEAR and address.item.index not in told
            lost = old.startswith(letter + name) and not new.startswith(letter)
            if near and lost:
                told.add(address.item.index)
                yield Found(notices.INITIAL_SAID, span, (address,))


def _letter_before(lexicon: Lexicon, span: Span) -> str:
    """The letter that is named right before a mention, folded, or ""."""
    before = re.sub(rf"(?i)\s(?:{dots_of(lexicon)})\s*$", " ", span.before)
    last = _LAST.search(before)
    if last is None:
        return ""
    word = last[1]
    if len(word) == 1:
        return fold(word) if word.isupper() or _GAP.fullmatch(before[: last.start()]) else ""
    return fold(lexicon.spoken_letters.get(" ".join(words(word)), ""))
