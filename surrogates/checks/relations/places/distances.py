"""How far, or in what direction, towns lie from each other: "gleich nördlich von [Ulm]", "from
[Ely] it's about two hours". Not every town is drawn by it: no table knows them all."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.landscape import landscape_names
from surrogates.things.geography.areas import area_of, areas_of
from surrogates.things.geography.distances import Way, near_way, way
from surrogates.things.geography.hubs import station_town
from surrogates.things.geography.nearness import said_near
from surrogates.things.geography.same_areas import said_together
from surrogates.things.geography.shores import lies_by_sea, lies_on, lying
from surrogates.things.geography.waters import lies_at
from surrogates.things.groups import thing_key, without_article

_REACH = 6  # turns between two towns of which one is said with its way to the other
_AROUND = frozenset({"region", "river", "county", "department", "island"})
_LEADS = 3  # words between a town and what it lies in
_STOP = re.compile(r"[.!?;]")
_DIGITS = re.compile(r"\d+")
_BASQUE_FROM = re.compile(r"[td]ik$")


def distances(spans: Spans) -> Iterator[Found]:
    """The first town that is said to lie so far from another, where both are others now."""
    towns = [s for s in spans.of(Kind.PLACE) if _is_town(spans, s)]
    cues = spans.lexicon.cues("distance")
    for i, span in enumerate(towns):
        others = [
            s for s in towns[:i] if span.turn - s.turn <= _REACH and s.new_key != span.new_key
        ]
        directed = _has(span.before + " " + span.after, cues, "direction")
        if not others or are_as_near(spans, span, others[-1], directed):
            continue
        said, asked = spans.sentence(span)
        told = directed or _is_ride(spans, others[-1], span)
        if not told and (_is_from(spans, span, cues) or _has_pair(spans, span, others[-1], cues)):
            following = spans.turn_text(span.turn + 1)
            placed = any(s.kind is Kind.PLACE for s in spans.in_turns(span.turn + 1, span.turn + 1))
            near = (asked or others[-1].turn == span.turn) and not placed
            told = _has(said, cues, "unit") or (near and _has(following, cues, "unit"))
        if told:
            yield Found(notices.DISTANCE_STAYS, span, (others[-1],))
            return


def nearness(spans: Spans) -> Iterator[Found]:
    """Two places that are said to lie near each other, and no table says that they do now."""
    by_index = {span.item.index: span for span in spans.of(Kind.PLACE)}
    for pair in said_near(spans.scene):
        one, other = (by_index.get(item.index) for item in pair)
        if one is None or other is None or not (_is_town(spans, one) and _is_town(spans, other)):
            continue
        told = near_way(spans.lexicon, *(thing_key(spans.scene, item) for item in pair))
        now = way(spans.lexicon, *(_stem(spans, span) for span in (one, other)))
        if told is None or one.new_key == other.new_key:
            continue
        if now is None or not told.suits(now, level=1):
            yield Found(notices.DISTANCE_STAYS, other, (one,))
            return


def same_areas(spans: Spans) -> Iterator[Found]:
    """Two towns that are said to be in one province, and are not known to be in one now."""
    by_index = {span.item.index: span for span in spans.of(Kind.PLACE)}
    for pair in said_together(spans.scene, [span.item for span in by_index.values()]):
        last, other = (by_index[item.index] for item in pair)
        moved = last.new_key != last.old_key or other.new_key != other.old_key
        now = {area_of(spans.lexicon, _key(spans, span.new)) for span in (last, other)}
        if moved and (len(now) > 1 or "" in now):
            yield Found(notices.DISTANCE_STAYS, last, (other,))
            return


def surroundings(spans: Spans) -> Iterator[Found]:
    """A town behind which its river or its region is said: "[Halle] an der [Saale]"."""
    names, areas = landscape_names(spans.lexicon), areas_of(spans.lexicon)
    leads = spans.lexicon.signs("preposition").keys() | PARTICLES
    for first, last in pairwise(spans.of(Kind.PLACE)):
        island = names.get(_bare(spans, first.old), ("", ""))[0] == "island"
        one, two = (last, first) if island else (first, last)  # "auf [Föhr], in [Wyk]"
        kind = names.get(_bare(spans, two.old), ("", ""))[0]
        if one.turn != two.turn or kind not in _AROUND or not _is_town(spans, one):
            continue
        between = words(spans.turn_text(first.turn)[first.item.end : last.item.start])
        joined = 0 < len(between) <= _LEADS and leads.issuperset(between)
        if kind == "island":
            keys = [thing_key(spans.scene, span.item) for span in (one, two)]
            joined = lying(spans.scene).get(keys[0], "") == keys[1]
        now, key = _bare(spans, two.new), _key(spans, one.new)
        name = without_article(key)
        place = next(filter(None, map(spans.lexicon.place_by_key.get, (key, name))), None)
        own = {place.province, *areas.every(place)} if place is not None else ()
        held = lies_at(spans.lexicon, name, frozenset({two.new})) or any(
            without_article(name_key(area)) == now for area in own
        )
        held = held or lies_on(spans.lexicon, _stem(spans, one), _stem(spans, two))
        if joined and two.new_key != two.old_key and not held:
            yield Found(notices.DISTANCE_STAYS, two, (one,))
            return


def _bare(spans: Spans, text: str) -> str:
    """The folded name of a place without its ending and its article."""
    return without_article(_key(spans, text))


def _key(spans: Spans, text: str) -> str:
    """The folded name of a place without its ending."""
    return spans.scene.stems.key_of(spans.scene.stems.thing(text, Kind.PLACE)[0])


def _stem(spans: Spans, span: Span) -> str:
    """What stands for a place now, without its ending."""
    return spans.scene.stems.thing(span.new, Kind.PLACE)[0]


def coasts(spans: Spans) -> Iterator[Found]:
    """A town that has a beach: "en [Gandia], al lado de la playa"."""
    cues = spans.lexicon.cues("coast")
    for span in spans.of(Kind.PLACE):
        if lies_by_sea(spans.lexicon, _stem(spans, span)):
            continue
        if _is_town(spans, span) and not cues.keys().isdisjoint(words(spans.sentence(span)[0])):
            yield Found(notices.COAST_STAYS, span)
            return


def lakes(spans: Spans) -> Iterator[Found]:
    """A town that is said to lie by a lake, in the mountains or in a part of the country that no
    label holds: "à [Gérardmer], au bord du lac". Which towns do, no table tells."""
    cues = spans.lexicon.cues("surroundings")
    for span in spans.of(Kind.PLACE) if cues else ():
        if not _is_town(spans, span):
            continue
        # Right behind the town or before it, within its sentence.
        before, after = _clause(span.before[::-1])[::-1], _clause(span.after)
        around = (f" {' '.join(words(text))} " for text in (before, after))
        if any(f" {cue} " in text for text in around for cue in cues):
            yield Found(notices.SURROUNDINGS_STAY, span)
            return


def _clause(text: str) -> str:
    """What stands before the end of a sentence."""
    return _STOP.split(text, maxsplit=1)[0]


def _is_town(spans: Spans, span: Span) -> bool:
    key, lexicon = fold(span.old), spans.lexicon
    area = key in lexicon.province_by_key or key in landscape_names(lexicon)
    area = area or key in areas_of(lexicon).names
    area = area and key not in lexicon.place_by_key
    return span.new_key != span.old_key and span.old[:1].isupper() and not area


def are_as_near(spans: Spans, one: Span, other: Span, directed: bool) -> bool:
    """Whether two surrogates lie as far from each other as what they stand for, `directed` as they
    do; or in one province, as those did."""
    by_key = spans.lexicon.place_by_key
    old = [thing_key(spans.scene, span.item) for span in (other, one)]
    new = [_stem(spans, span) for span in (other, one)]
    ways = way(spans.lexicon, *old), way(spans.lexicon, *new)
    if ways[0] is not None and ways[1] is not None:
        return ways[0].suits(ways[1] if directed else Way(ways[1].km), level=1)

    def province(text: str) -> str:
        entry = by_key.get(fold(text))
        return entry.province if entry is not None else ""

    was, now = ((province(a), province(b)) for a, b in ((one.old, other.old), (one.new, other.new)))
    return now[0] == now[1] not in {"", *_states(spans.lexicon)} and (was[0] == was[1] or "" in was)


@lru_cache(maxsize=16)
def _states(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(r["name"] for r in lexicon.all_rows("landscape") if r["kind"] == "state")


def _is_ride(spans: Spans, one: Span, other: Span) -> bool:
    """Whether one leaves or arrives at a station that has a name, and the hours are told."""
    stations = any(station_town(spans.lexicon, span.old) for span in (one, other))
    between = spans.in_turns(one.turn, other.turn + 1)
    return stations and sum(span.kind is Kind.TIME for span in between) > 1


def _has(text: str, cues: Mapping[str, str], value: str) -> bool:
    said = {cues.get(word) for word in words(_DIGITS.sub(" ", text))}
    return value in said and "later" not in said  # "um neun, eine Stunde später"


def _is_from(spans: Spans, span: Span, cues: Mapping[str, str]) -> bool:
    if spans.lang == "eu" and _BASQUE_FROM.search(fold(span.old)):
        return True
    return any(cues.get(word) == "from" for word in words(span.before)[-1:])


def _has_pair(spans: Spans, span: Span, other: Span, cues: Mapping[str, str]) -> bool:
    """Whether one leaves the other of two towns of one sentence: "desde [Vic] hasta [Olot]"."""
    row = list(spans.in_turns(span.turn, span.turn))
    between = list(pairwise(row))
    if other.turn != span.turn or not any(pair[1] is span for pair in between):
        return False
    return spans.sentence(span) == spans.sentence(other) and _is_from(spans, other, cues)
