"""Words that were the same, a part of each other, or different: whether they still are."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from surrogates import notices
from surrogates.checks.relations.spans import (
    Found,
    Span,
    Spans,
    content,
    each_once,
    names_place,
    one_word,
    perhaps_one_word,
)
from surrogates.codes import ConstraintKind
from surrogates.folding import digits_only, fold, run_together, words
from surrogates.labels import NAMES, WORDED, Kind
from surrogates.languages.common_parts import common_parts
from surrogates.languages.lexicon import Lexicon
from surrogates.things.demonyms import people_said
from surrogates.things.organisations import abbreviates, is_acronym

_CODES = frozenset({Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP})
_THINGS = frozenset({Kind.PLACE, Kind.COUNTRY, Kind.STREET, Kind.ORG})
_TRADE = frozenset({Kind.ORG, Kind.PRODUCT})
_FIRM = frozenset({Kind.ORG, Kind.SURNAME})
_TOLD_APART = (ConstraintKind.SPLIT, ConstraintKind.UNLINK)
_DISTINCT = frozenset({Kind.PLACE, Kind.ORG, Kind.STREET, Kind.PRODUCT, Kind.EMAIL, *NAMES})
_AMOUNT = 3  # figures of a number that nobody says twice by chance
_START = 3  # letters that forms of one word begin with
_TRADE_ENDING = 2  # letters: "Lehrer", "Lehrerin"
_TRADE_STEM = 5
Alike = Callable[[str, str], bool]


def same_words(spans: Spans) -> Iterator[Found]:
    """What was said in the same words is."""
    groups: dict[tuple[str | bool, ...], list[Span]] = {}
    for span in spans.all:
        if _is_told(span):
            kind = "name" if span.kind in NAMES else span.kind
            people = people_said(spans.scene, span.item) is not None
            signs = span.old[-1:] in "'’", people  # "manresà", "Manresa"
            said = _in_any_order(span, spans.lexicon) if kind == "name" else span.old_key
            groups.setdefault((kind, *said, *signs), []).append(span)
    for group in groups.values():
        first = group[0]
        keys = {tuple(_signs(span.new)) for span in group}
        turned = len({span.old_key for span in group}) > 1  # "Lewis Grant", "Grant Lewis"
        if turned:
            keys = {tuple(sorted(key)) for key in keys}
        if len(keys) == 1 or spans.scene.latest(_TOLD_APART, (s.item for s in group)):
            continue
        other = next(s for s in group if _signs(s.new) != _signs(first.new))
        if _are_of_two_roles(spans, first, other):
            continue  # "[Martín], no [Martín] Gil": `SAME_WORD` says it
        if _are_two_people(first, other) and not turned:
            continue
        same = first.new if first.kind in WORDED and first.old == other.old else ""
        yield Found(notices.SAME_LOST, other, (first,), same)


def _are_of_two_roles(spans: Spans, one: Span, other: Span) -> bool:
    """Whether one word is somebody's surname and another one's given name."""
    if one.kind not in NAMES or other.kind not in NAMES or len(one.old_key) > 1:
        return False
    given = {
        form.kind != "surname"
        for person in spans.scene.people
        for form in person.forms
        for mention in form.mentions
        if mention in (one.item.key, other.item.key)
    }
    return len(given) > 1


def _in_any_order(span: Span, lexicon: Lexicon) -> tuple[str, ...]:
    """The words of a name, sorted, but of given names ("José María" is no "María José")."""
    known = lexicon.name_by_key
    if any(f"{one} {two}" in known for one, two in pairwise(span.old_key)):
        return span.old_key
    return tuple(sorted(span.old_key))


def _signs(text: str) -> Sequence[str]:
    digits = digits_only(text)
    return words(text) if not digits or any(c.isalpha() for c in text) else digits


def _is_told(span: Span) -> bool:
    """Whether its words say enough to be the same thing wherever they are said."""
    if span.kind in WORDED:
        return True
    digits, said = len(digits_only(span.old)), len(span.old_key)
    if span.kind in _CODES:
        return digits >= _AMOUNT
    if span.kind is Kind.NUMBER:
        return digits >= _AMOUNT or (said > 1 and not digits)
    return span.kind is Kind.LETTER and said > 2


def part_of(spans: Spans) -> Iterator[Found]:
    """What was a part of another name is: "Valdecilla", "Marqués de Valdecilla"."""
    kinds = _THINGS | _TRADE | NAMES
    named = each_once(s for s in spans.all if s.kind in kinds and content(s.old_key))
    holding: dict[str, list[Span]] = {}
    for span in named:
        for start in {word[:_START] for word in content(span.old_key)}:
            holding.setdefault(start, []).append(span)
    told: set[tuple[str, ...]] = set()
    for one in named:
        word = next((w for w in content(one.old_key) if len(w) > 1), "")
        if not word or one.old_key in told:
            continue
        alike = partial(one_word, kind=one.kind, lang=spans.lang)
        wholes = [
            other
            for other in holding[word[:_START]]
            if other.old_key != one.old_key
            and _may_hold(one, other, spans.lexicon)
            and _is_part(one.old_key, _telling(spans.lexicon, one, other), alike)
        ]
        if not wholes:
            continue
        told |= {one.old_key, *(w.old_key for w in wholes if _may_hold(w, one, spans.lexicon))}
        if any(_is_part(one.new_key, whole.new_key, perhaps_one_word) for whole in wholes):
            continue
        if is_acronym(one.old) and any(
            abbreviates(one.new, whole.new, spans.lang) for whole in wholes if is_acronym(one.new)
        ):
            continue  # "BNP", "BNP Paribas": now "MC", "Miravel Colibri"
        if any(_are_relatives(spans.lexicon, one, whole) for whole in wholes):
            continue  # "Itziar", "Itzi": now "Elena", "Leni"
        if any(names_place(spans.lexicon, one.new, whole.new_key) for whole in wholes):
            continue
        if any(names_place(spans.lexicon, whole.new, one.new_key) for whole in wholes):
            continue
        if one.kind is Kind.PLACE and any(_place(spans, w) == _place(spans, one) for w in wholes):
            continue  # "Niederländer", "Niederlande": now "Amerikaner", "USA"
        again = [s for s in spans.all if s.old_key == one.old_key and s is not one]
        yield Found(notices.PART_LOST, one, (*again, wholes[0]))


def _telling(lexicon: Lexicon, one: Span, other: Span) -> tuple[str, ...]:
    """The words of a name that may be another's of another kind: "Dos Hermanas" is in no
    "Talleres Hermanos Gil"."""
    if one.kind is not Kind.PLACE or other.kind is not Kind.ORG:
        return other.old_key
    common = common_parts(other.old, other.kind, lexicon)
    return tuple(w for w in other.old_key if w not in common or w in one.old_key)


def _place(spans: Spans, span: Span) -> str:
    """The folded place that a surrogate names, or whose people it names by an ending."""
    return spans.scene.stems.key_of(spans.scene.stems.thing(span.new, Kind.PLACE)[0])


def _are_relatives(lexicon: Lexicon, one: Span, other: Span) -> bool:
    """Whether two surrogates are a name and a short form of it, or two of one name."""
    if one.kind not in NAMES or other.kind not in NAMES:
        return False
    related = set().union(*map(lexicon.relatives, content(one.new_key)))
    return not related.isdisjoint(content(other.new_key))


def _may_hold(one: Span, other: Span, lexicon: Lexicon) -> bool:
    kinds = {one.kind, other.kind}
    if _are_two_people(one, other):
        return False
    if kinds == {Kind.PLACE, Kind.ORG} and not common_parts(other.old, other.kind, lexicon):
        return False  # "Real Madrid" is no thing of the town
    groups = (NAMES, _THINGS, _TRADE)
    if any(kinds <= group for group in groups):
        return len(content(one.old_key)) <= len(content(other.old_key))
    return one.kind is Kind.SURNAME and kinds == _FIRM


def _are_two_people(one: Span, other: Span) -> bool:
    """Whether two given names of one turn are beside each other: "José Luis, hijo de José"."""
    return one.kind is other.kind is Kind.GIVEN and one.turn == other.turn


def _is_part(one: tuple[str, ...], other: tuple[str, ...], alike: Alike) -> bool:
    """Whether the words of one stand in the other, in order; an initial stands for a word."""
    part, whole = content(one), list(content(other))
    if not part or not whole or all(len(word) == 1 for word in part):
        return False
    at = 0
    for word in part:
        if len(word) == 1:
            hit = next((k for k in range(at, len(whole)) if whole[k][0] == word), None)
        else:
            hit = next((k for k in range(at, len(whole)) if alike(word, whole[k])), None)
        if hit is None:
            return False
        at = hit + 1
    return True


def differ(spans: Spans) -> Iterator[Found]:
    """What were two names are two."""
    owners: dict[tuple[str, tuple[str, ...]], Span] = {}
    for span in spans.all:
        if span.kind not in _DISTINCT or span.new == span.old or not span.new_key:
            continue
        first = owners.setdefault((span.kind, span.new_key), span)
        if first.old_key != span.old_key and not _are_related(spans, first, span):
            yield Found(notices.DIFFER_LOST, span, (first,))


def _are_related(spans: Spans, one: Span, other: Span) -> bool:
    """Whether two names may well be one, so that one surrogate is right."""
    if one.kind is Kind.EMAIL:
        return "@" not in one.old or "@" not in other.old or fold(one.old) == fold(other.old)
    whole = " ".join(one.old_key)  # "San Sebastián", "Donostia"
    relatives = set().union(*map(spans.lexicon.relatives, (whole, *one.old_key)))
    if not relatives.isdisjoint(other.old_key):
        return True
    if run_together(fold(one.old)) == run_together(fold(other.old)):
        return True
    return any(perhaps_one_word(a, b) for a in content(one.old_key) for b in content(other.old_key))


def reused(spans: Spans) -> Iterator[Found]:
    """No surrogate says what another mention was: "Lehrer", "Erzieherin" of "Erzieher"."""
    trades = each_once(spans.of(Kind.PROFESSION))
    told: set[tuple[str, ...]] = set()
    for span in trades:
        if span.new == span.old or span.old_key in told:
            continue
        for other in trades:
            if not _is_one_trade(other.old_key, span.old_key) and (
                _is_one_trade(other.old_key, span.new_key) and other.new != other.old
            ):
                told.add(span.old_key)
                yield Found(notices.REUSED, span, (other,))
                break


def _is_one_trade(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    a, b = sorted((" ".join(one), " ".join(other)), key=len)
    return a == b or (
        len(a) >= _TRADE_STEM and b.startswith(a) and len(b) - len(a) <= _TRADE_ENDING
    )
