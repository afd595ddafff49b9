"""What a curator should look at: checks on the finished dialogue, and which issues are settled.

Codes and severities: block (no export), warn (counted), info. Messages never hold an original.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from surrogates import notices
from surrogates.checks import (
    context,
    contrasts,
    number_validity,
    odd_labels,
    relations,
    residual_dates,
    residual_fragments,
    residual_houses,
    residual_letters,
    residual_names,
    residual_numbers,
    residual_years,
)
from surrogates.codes import ConstraintKind, LeakKind
from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.common_parts import common_parts
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Dialogue, EntityCard, Issue, Leak

SEVERITIES = ("block", "warn", "info")
MIN_WORD = 3
REPEATED = 2  # people that are named again and again, beside whom a single mention stands out
# Cards that stand for somebody or something, of which no two may become one.
_THINGS = (Kind.PLACE, Kind.STREET, Kind.ORG, Kind.PRODUCT)
_DISTINCT = ("person", "surname", "place", "country", "org")
_WORDED = frozenset(
    {Kind.PLACE, Kind.COUNTRY, Kind.ORG, Kind.STREET, Kind.PRODUCT, Kind.PROFESSION, *NAMES}
)
_NAMING = frozenset({Kind.PLACE, Kind.COUNTRY, Kind.ORG, *NAMES})


def inspect(
    scene: Scene,
    rewritten: Dialogue,
    nested: list[Item],
    leaks: Sequence[Leak],
    coherent: Sequence[Item],
) -> None:
    """Adds the issues that only the finished dialogue shows.

    `leaks`: originals in it; `coherent`: what a strategy replaced that keeps relations.
    """
    _tables(scene)
    _outside(scene, rewritten)
    _leaks(scene, rewritten, leaks)
    _duplicates(scene)
    number_validity.inspect(scene)
    residual_years.inspect(scene)
    residual_dates.inspect(scene)
    residual_fragments.inspect(scene)
    residual_numbers.inspect(scene)
    residual_houses.inspect(scene)
    residual_names.inspect(scene)
    residual_letters.inspect(scene)
    contrasts.inspect(scene)
    odd_labels.inspect(scene)
    _public_figures(scene)
    _collisions(scene)
    _singletons(scene)
    _two_labels(scene)
    for item in nested:
        scene.raise_issue(notices.NESTED_MENTION, item)
    relations.inspect(scene, coherent)
    context.inspect(scene, coherent)
    _placeholders(scene)


def open_issues(scene: Scene) -> tuple[Issue, ...]:
    """Issues in order of appearance, without those that a person has settled."""
    accepted = set(scene.constraints)
    placeholders = {m for c in accepted if c.kind == ConstraintKind.PLACEHOLDER for m in c.mentions}
    dismissed = {
        (m, c.value) for c in accepted if c.kind == ConstraintKind.DISMISS for m in c.mentions
    }
    unsettled: list[Issue] = []
    for issue in scene.issues:
        if any((m, issue.code) in dismissed for m in issue.mentions):
            continue
        if issue.mentions and placeholders.issuperset(issue.mentions):
            continue
        if issue.fix is not None and accepted.issuperset(issue.fix.constraints):
            continue
        unsettled.append(issue)
    rank = {name: i for i, name in enumerate(SEVERITIES)}
    return tuple(sorted(unsettled, key=lambda i: (i.turn, i.start, rank[i.severity], i.code)))


def _tables(scene: Scene) -> None:
    """NO_TABLES, once, where the dialogue's language borrowed the tables of another one."""
    code = scene.dialogue.lang.split("-")[0].lower()
    if scene.cards and scene.lexicon.lang != code:
        keys = tuple(item.key for item in scene.items)
        scene.raise_issue(notices.NO_TABLES, scene.items[0], keys)


def _outside(scene: Scene, rewritten: Dialogue) -> None:
    """The text between the spans, byte for byte as it was."""
    old = scene.dialogue.turns
    for number, new in enumerate(rewritten.turns):
        items = scene.items_by_turn.get(number, ())
        if _between(old[number].text, [(i.start, i.end) for i in items]) != _between(
            new.text, _places(scene, number)
        ):
            place = Item(-1, number, 0, len(old[number].text), "", Kind.OTHER, "", "", "")
            scene.raise_issue(notices.OUTSIDE_CHANGED, place)


def _between(text: str, spans: list[tuple[int, int]]) -> list[str]:
    pieces, last = [], 0
    for start, end in spans:
        pieces.append(text[last:start])
        last = end
    return [*pieces, text[last:]]


def _places(scene: Scene, turn: int) -> list[tuple[int, int]]:
    """Where the surrogates of a turn stand in the new text."""
    places: list[tuple[int, int]] = []
    shift = 0
    for item in scene.items_by_turn.get(turn, ()):
        size = len(scene.surrogates[item.index])
        places.append((item.start + shift, item.start + shift + size))
        shift += size - (item.end - item.start)
    return places


def _leaks(scene: Scene, rewritten: Dialogue, leaks: Sequence[Leak]) -> None:
    """LEAK_ORIGINAL where a surrogate shows an original, RESIDUAL_MENTION outside the spans."""
    by_key = {item.key: item for item in scene.items}
    places: dict[int, list[tuple[int, int]]] = {}
    raised: set[str] = set()  # owners of homographs, one of whose places is told
    for leak in leaks:
        if leak.kind == LeakKind.UNCHANGED:
            continue
        items = scene.items_by_turn.get(leak.turn, [])
        spans = places.setdefault(leak.turn, _places(scene, leak.turn))
        first = bisect_right(spans, leak.start, key=lambda span: span[1])
        hit = first
        while hit < len(spans) and spans[hit][0] < leak.end:
            plain = common_parts(items[hit].text, items[hit].kind, scene.lexicon)
            seen = words(rewritten.turns[leak.turn].text[leak.start : leak.end])
            # "Santutxu [kaleko]" stays one, beside a street that is called "Kale Nagusia".
            if items[hit].index not in scene.kept and not plain.issuperset(seen):
                scene.raise_issue(notices.LEAK_ORIGINAL, items[hit])
            hit += 1
        if hit == first and leak.mention in by_key:
            # What stands before it is the same text, shifted by the surrogates before it.
            shift = spans[first - 1][1] - items[first - 1].end if first else 0
            said, owner = rewritten.turns[leak.turn].text, by_key[leak.mention]
            text = said[leak.start : leak.end]
            start, end = leak.start - shift, leak.end - shift
            if _is_word_of_thing(said, leak, owner):
                leak = replace(leak, kind=LeakKind.HOMOGRAPH)
            _raise_residual(scene, leak, start, end, text, owner, raised)


def _is_word_of_thing(said: str, leak: Leak, owner: Item) -> bool:
    """Whether one word in small letters is of a thing's name of several with capitals, and stands
    apart from the others: "you've been great" beside "Great Falls"."""
    parts, text = words(owner.text), said[leak.start : leak.end]
    if owner.kind not in _THINGS or len(parts) < 2 or owner.text.islower() or not text.islower():
        return False
    beside = (*words(said[: leak.start])[-1:], *words(said[leak.end :])[:1])
    return leak.kind == LeakKind.WORD and len(words(text)) == 1 and {*parts}.isdisjoint(beside)


def _raise_residual(
    scene: Scene, leak: Leak, start: int, end: int, text: str, owner: Item, raised: set[str]
) -> None:
    """Raises an issue; an ordinary word in lower case gets one per name that it is written like,
    or one at each place where the name has no capital either."""
    ordinary = (
        text.islower()
        and not owner.text.islower()
        and leak.kind in (LeakKind.WORD, LeakKind.HOMOGRAPH)
    )
    plainly = leak.kind == LeakKind.HOMOGRAPH and not owner.text.islower()
    if plainly:
        if owner.key in raised:
            return
        raised.add(owner.key)
    # A capital repeat cannot be called fine: it is labelled, or the dialogue stays.
    notice = notices.RESIDUAL_MENTION
    if leak.kind == LeakKind.HOMOGRAPH or ordinary:
        severity = "info" if plainly else "warn"
        notice = notice._replace(severity=severity, fix=ConstraintKind.DISMISS)
    place = Item(-1, leak.turn, start, end, owner.label, owner.kind, text, owner.key, "")
    scene.raise_issue(notice, place)


def _duplicates(scene: Scene) -> None:
    """Two entities with one surrogate: two people, surnames, places or organisations."""
    owners: dict[tuple[str, str], EntityCard] = {}
    by_key = {item.key: item for item in scene.items}
    for card in scene.cards:
        shown = _shown(scene, card, by_key)
        if card.kind not in _DISTINCT or not shown or shown.startswith("["):
            continue
        other = owners.setdefault((card.kind, fold(shown)), card)
        if other is not card and other.mentions != card.mentions:
            first = by_key[card.mentions[0]]
            scene.raise_issue(notices.DUPLICATE_SURROGATE, first, card.mentions)


def _shown(scene: Scene, card: EntityCard, by_key: dict[str, Item]) -> str:
    """What a card's entity is called now: its surrogate, unless a person typed another."""
    for mention in card.mentions:
        item = by_key.get(mention)
        typed = scene.constraint_for(ConstraintKind.SURROGATE, item) if item is not None else None
        if typed is not None:
            return typed.value
    return card.surrogate


def _public_figures(scene: Scene) -> None:
    """Given name and surname in a row that are a public figure's; drawn pairs avoid them."""
    figures = scene.lexicon.public_figures
    if not figures:
        return
    for items, name in _names_in_rows(scene):
        if any(pair in figures for pair in pairwise(name)):
            keys = tuple(item.key for item in items)
            typed = any(scene.constraint_for(ConstraintKind.SURROGATE, item) for item in items)
            fix = ConstraintKind.PLACEHOLDER if typed else None
            scene.raise_issue(notices.PUBLIC_FIGURE, items[0], keys, fix=fix)


def _names_in_rows(scene: Scene) -> Iterator[tuple[list[Item], list[str]]]:
    """Person mentions that follow each other, and the folded words of their surrogates."""
    row: list[Item] = []
    for item in scene.items:
        if item.kind not in NAMES or item.index in scene.kept:
            continue
        if row and (row[-1].turn != item.turn or scene.between(row[-1], item).strip()):
            yield row, _words_of(scene, row)
            row = []
        row.append(item)
    if row:
        yield row, _words_of(scene, row)


def _words_of(scene: Scene, row: list[Item]) -> list[str]:
    return [word for item in row for word in words(scene.surrogates[item.index])]


def _collisions(scene: Scene) -> None:
    """Words of a surrogate that stand outside the spans too: the reader would take them as one."""
    raised: set[str] = set()
    for item in scene.items:
        if item.kind not in _NAMING or item.index in scene.kept:
            continue
        new = scene.surrogates[item.index]
        if new.startswith("[") or new in raised:
            continue
        raised.add(new)
        shown = {w for w in words(new) if len(w) >= MIN_WORD and w not in PARTICLES}
        kept = set(words(item.text))
        if shown - kept and not scene.outside.isdisjoint(shown - kept):
            notice = notices.COLLISION_OUTSIDE
            if scene.constraint_for(ConstraintKind.SURROGATE, item):
                notice = notice._replace(severity="warn", fix=ConstraintKind.PLACEHOLDER)
            scene.raise_issue(notice, item)


def _singletons(scene: Scene) -> None:
    """Names seen once while others repeat: what an attacker would take for genuine."""
    people = [c for c in scene.cards if c.kind == "person" and c.surrogate]
    repeated = [c for c in people if len(c.mentions) > 1]
    by_key = {item.key: item for item in scene.items}
    # Of Ainhoa Zubiri, "la propia Zubiri" is another mention.
    again: set[str] = set()
    for person in scene.people:
        items = sorted((by_key[m] for m in person.mentions), key=lambda item: item.index)
        if any(a.turn != b.turn or scene.between(a, b).strip() for a, b in pairwise(items)):
            again |= person.mentions
    single = [c for c in people if len(c.mentions) == 1 and not c.links]
    single = [c for c in single if c.mentions[0] not in again]
    if len(repeated) < REPEATED or not single:
        return
    keys = tuple(c.mentions[0] for c in single)
    # One issue for a dialogue, with all of them as its mentions.
    scene.raise_issue(notices.SINGLETON, by_key[keys[0]], keys)


def _two_labels(scene: Scene) -> None:
    """A word that stands under two labels with two surrogates; info where it names both."""
    cards: dict[str, set[int]] = {}  # that a mention is in
    for number, card in enumerate(scene.cards):
        for mention in card.mentions:
            cards.setdefault(mention, set()).add(number)
    first: dict[str, Item] = {}
    for item in scene.items:
        if item.kind not in _WORDED or item.index in scene.kept or item.index in scene.told:
            continue
        other = first.setdefault(" ".join(words(item.text)), item)
        new, old = scene.surrogates[item.index], scene.surrogates[other.index]
        if other.label == item.label or fold(new) == fold(old) or _is_covered(new, old):
            continue
        if not cards.get(item.key, set()).isdisjoint(cards.get(other.key, ())):
            continue
        both = all(_names(scene, each) for each in (item, other))
        notice = notices.SAME_WORD._replace(severity="info") if both else notices.SAME_WORD
        scene.raise_issue(notice, item, (other.key, item.key))


def _placeholders(scene: Scene) -> None:
    """Placeholders that nobody would say, one issue for mentions written alike; where another
    issue tells of the mention, that one says why."""
    told = {mention for issue in scene.issues for mention in issue.mentions}
    alike: dict[tuple[str, ...], list[Item]] = {}
    for item in scene.items:
        stands = item.index in scene.unnamed and _is_covered(scene.surrogates[item.index])
        if stands and item.key not in told and item.index not in scene.kept:
            alike.setdefault((item.label, *words(item.text)), []).append(item)
    for items in alike.values():
        keys = tuple(item.key for item in items)
        scene.raise_issue(notices.PLACEHOLDER_SHOWN, items[0], keys)


def _is_covered(*shown: str) -> bool:
    return any(text.startswith("[") for text in shown)


def _names(scene: Scene, item: Item) -> bool:
    """Whether the lists know a word as what its label says."""
    lexicon, key = scene.lexicon, fold(item.text)
    if item.kind is Kind.SURNAME:
        return key in lexicon.surname_keys
    if item.kind in NAMES:
        return key in lexicon.name_by_key or key in lexicon.fulls_of
    return item.kind is Kind.PLACE and key in lexicon.place_by_key
