"""Letters that were those of a name: acronyms, and the names and initials in addresses."""

import re
from collections.abc import Iterator
from functools import lru_cache

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, content, each_once
from surrogates.folding import digraphs, fold, run_together, words
from surrogates.labels import NAMES, Kind
from surrogates.numbers.identifiers.initials import initials_now
from surrogates.things.organisations import abbreviates, begin, is_acronym

_CAPITALS = re.compile(r"[^\W\d_]{2,6}")
_HEAD = re.compile(r"([^\W\d_]{2,6})[\W\d_]")
_PIECE = re.compile(r"[^\W\d_]+")
# "Universidad de ", at the end of a text
_WORDS_BEFORE = re.compile(r"[^\W\d_a-zà-ÿ][^\W\d_]+\s(?:[^\W\d_]{1,5}['’\s])*$")
_BANK = re.compile(r"[A-Z]{2}\d\d ?([A-Z]{4})")  # of an account
_COMPOUND = 12  # letters of a word of which several have initials
_LEAST = 3  # letters of a name, or of an acronym at the head of a code


def acronyms(spans: Spans) -> Iterator[Found]:
    """The initials of a name are those of its surrogate, at the head of a code too."""
    things = each_once(spans.of(Kind.ORG, Kind.PRODUCT))
    short = [s for s in things if _is_acronym(s.old) or is_acronym(s.old)]
    phrases = [p for p in _phrases(spans) if len(p[1]) > 1] if short else []
    told: set[str] = set()
    for span in short:
        held = [
            p
            for p in phrases
            if p[0] is not span
            and (
                _abbreviates(span.old, p[1])
                or abbreviates(span.old, p[0].old, spans.lang)
                or (spans.lang == "de" and _is_in_compound(span.old, p[1]))
            )
        ]
        if span.old in told or not held:
            continue
        told.add(span.old)
        if not any(
            _abbreviates(span.new, new)
            or _is_in_compound(span.new, new)
            or abbreviates(span.new, whole.new, spans.lang)
            for whole, _, new in held
        ):
            yield Found(notices.ACRONYM_LOST, span, (held[0][0],))
    banks = {s.old: s for s in spans.of(Kind.ORG) if len(s.old) >= _LEAST}.values()
    for code in spans.all:
        bank = _BANK.match(code.old)
        owners = [s for s in banks if bank and _is_bank(bank[1], s.old)]
        now = _BANK.match(code.new)
        if owners and not any(now and _is_bank(now[1], s.new) for s in owners):
            yield Found(notices.ACRONYM_LOST, code, (owners[0],))
    for code in spans.of(Kind.ID):
        head = _HEAD.match(code.old)
        owners = [s for s in short if head and len(s.old) >= _LEAST and s.old == head[1]]
        if owners and not any(fold(code.new).startswith(fold(s.new)) for s in owners):
            yield Found(notices.ACRONYM_LOST, code, (owners[0],))


def _is_bank(letters: str, name: str) -> bool:
    """Whether the letters in an account begin like a bank: "AIBK" of AIB."""
    return fold(letters).startswith(fold(name)[: len(letters)])


def of_people(spans: Spans) -> Iterator[Found]:
    """Letters of a code that are said to be somebody's initials are those of the surrogate."""
    yield from _signed(spans)
    initials = initials_now(spans.scene)
    for span in spans.of(Kind.ID, Kind.LETTER, Kind.OTHER) if initials else ():
        runs, now = _PIECE.findall(span.old), {r.upper() for r in _PIECE.findall(span.new)}
        held = [run.upper() for run in runs if run.upper() in initials]
        if held and not any(initials[run] in now for run in held):
            yield Found(notices.ACRONYM_LOST, span)


def _signed(spans: Spans) -> Iterator[Found]:
    """ "P.R." of Priya Raman, "JB" of Jean-Baptiste."""
    short = [s for s in spans.of(Kind.LETTER, Kind.OTHER, *NAMES) if _is_acronym(_joined(s.old))]
    names = list(_full_names(spans)) if short else []
    told: set[str] = set()
    for span in short:
        old = _joined(fold(span.old)).replace(".", "")
        sure = span.kind in NAMES or "." in span.old
        held = [new for was, new in names if was == old] if sure and span.old not in told else []
        if held:
            told.add(span.old)
            if _joined(fold(span.new)).replace(".", "") not in held:
                yield Found(notices.ACRONYM_LOST, span)


def _joined(text: str) -> str:
    """Initials as one word: "M. R." is "M.R."."""
    return text.replace(". ", ".")


def _full_names(spans: Spans) -> Iterator[tuple[str, str]]:
    """The initials of names in a row, and of the parts of one, before and after."""
    row: list[Span] = []
    for span in (*spans.all, None):
        if span is not None and span.kind in NAMES and not _is_acronym(_joined(span.old)):
            beside = bool(row) and row[-1].turn == span.turn and row[-1].after == span.before == " "
            row = [*row, span] if beside else [span]
            texts = (" ".join(s.old for s in row), " ".join(s.new for s in row))
            for each in (texts, (span.old, span.new)):
                old, new = ("".join(p[0] for p in _PIECE.findall(fold(text))) for text in each)
                if len(old) > 1:
                    yield old, new
        else:
            row = []


def _is_acronym(text: str) -> bool:
    plain = text.replace(".", "")
    return plain.isupper() and _CAPITALS.fullmatch(plain) is not None


def _phrases(spans: Spans) -> Iterator[tuple[Span, tuple[str, ...], tuple[str, ...]]]:
    """Names, and names with the words before them from a capital one on, before and after."""
    for span in each_once(spans.of(Kind.ORG, Kind.PRODUCT)):
        yield span, span.old_key, span.new_key
    for span in spans.of(Kind.ORG, Kind.PLACE):
        before = _WORDS_BEFORE.search(span.before)
        if before is not None and not before[0][-1:].isalnum():
            said = words(before[0])
            yield span, (*said, *span.old_key), (*said, *span.new_key)


def _abbreviates(acronym: str, key: tuple[str, ...]) -> bool:
    """Whether letters are the initials of words, those of particles left out or not, or their
    first syllables: "USAL", Universidad de Salamanca."""
    letters = fold(acronym.replace(".", ""))
    every = "".join(word[0] for word in key)
    telling = content(key)
    initials = "".join(word[0] for word in telling)
    if letters in (every, initials):
        return True
    if len(letters) >= _LEAST and initials.startswith(letters):
        return True  # "CPAM", Caisse primaire d'assurance maladie de Nantes
    return len(letters) > 2 and len(telling) > 1 and begin(letters, telling)


def _is_in_compound(acronym: str, key: tuple[str, ...]) -> bool:
    """Whether capitals are letters of one long word in order: "BKH" of a Bezirkskrankenhaus."""
    letters = fold(acronym)
    return len(letters) >= _LEAST and any(
        len(word) >= _COMPOUND and word[0] == letters[0] and all(c in rest for c in letters)
        for word in key
        for rest in (iter(word),)
    )


def addresses(spans: Spans) -> Iterator[Found]:
    """An address made of a name is made of its surrogate, and so is an initial in it."""
    names = each_once(s for s in spans.all if s.kind in NAMES and s.old_key)
    owners_of: dict[str, list[Span]] = {}
    for name in names:
        for writing in _writings(name.old):
            owners_of.setdefault(writing, []).append(name)
    for span in spans.of(Kind.EMAIL):
        old, new = _pieces(span.old), _pieces(span.new)
        if old is None or new is None:
            continue
        for piece in old:
            owners = owners_of.get(piece, [])
            if len(piece) < _LEAST or not owners:
                continue
            local = "".join(new)
            if not any(w in local for s in owners for w in _writings(s.new) if len(w) > 2):
                yield Found(notices.ADDRESS_LOST, span, (owners[0],))
                break
        else:
            if len(old) == 2 and old[1] in owners_of:
                yield from _initial(span, old, new, names)


def _initial(span: Span, old: list[str], new: list[str], names: list[Span]) -> Iterator[Found]:
    """ "c.dumoulin", "jm_ferrandiz": of Claire, of José María, where the dialogue names nobody else
    that begins so."""
    size = len(old[0])
    if size > 2 or len(new) != 2:
        return
    owners = [s for s in names if s.kind is not Kind.SURNAME and _begun(s.old_key, size) == old[0]]
    one = len({_begun(s.old_key, size) + s.old_key[0] for s in owners}) == 1
    if one and not any(_begun(s.new_key, size) == new[0] for s in owners):
        yield Found(notices.ADDRESS_LOST, span, (owners[0],))


def _begun(key: tuple[str, ...], size: int) -> str:
    """The first initials of a name; "" where it has fewer words."""
    return "".join(word[0] for word in key[:size]) if len(key) >= size else ""


def _pieces(text: str) -> list[str] | None:
    """Words of an address before the sign "@"; None where it is spoken."""
    local, at, _ = text.partition("@")
    return _PIECE.findall(fold(local)) if at else None


@lru_cache(maxsize=4096)
def _writings(name: str) -> frozenset[str]:
    """How a name's words may stand in an address."""
    plain = [run_together(word) for word in words(name)]
    return frozenset(plain) | {"".join(plain)} | frozenset(words(digraphs(name)))
