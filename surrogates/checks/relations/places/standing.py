"""What stands before a town, and what it lies in: an article that towns have not, its region."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from surrogates import notices
from surrogates.checks.relations.spans import Found, Spans
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.things.demonyms import people_said
from surrogates.things.geography.abroad.neighbour_regions import region_named, region_of_town

# Words with the article of a landscape in them: "aus dem [Pitztal]", "de la [Gruyère]".
_LED = {
    "de": frozenset({"dem", "im", "vom", "zum", "ins", "beim", "durchs", "aufs"}),
    "fr": frozenset({"au", "du", "le", "la"}),
}
_BESIDE = 2  # labels from a region to a town of no table: "im [Aargau], in [5400] [Baden]"


def articles(spans: Spans) -> Iterator[Found]:
    """A town without an article stands behind none, where something with one stood."""
    led = _LED.get(spans.lang, frozenset())
    for span in spans.of(Kind.PLACE) if led else ():
        before = words(span.before)[-1:] if span.before[-1:].isspace() else ()
        if not led.intersection(before) or people_said(spans.scene, span.item):
            continue
        if _is_town(spans.lexicon, span.new) and not _is_town(spans.lexicon, span.old):
            yield Found(notices.AGREEMENT_LOST, span)


def regions(spans: Spans) -> Iterator[Found]:
    """A town lies in the canton, Land or province of a neighbour that is said in its turn."""
    towns, told = region_of_town(spans.lexicon), set[tuple[str, ...]]()
    for region in spans.of(Kind.PLACE) if towns else ():
        old, new = (region_named(spans.lexicon, text) for text in (region.old, region.new))
        if not old or not new or old == new:
            continue
        inside = [s for s in spans.near(region, 0) if s is not region and s.kind is Kind.PLACE]
        for town in inside:
            was, now = (towns.get(name_key(text), "") for text in (town.old, town.new))
            beside = abs(town.item.index - region.item.index) <= _BESIDE and not was
            beside = beside and not _is_town(spans.lexicon, town.old)
            if (was == old or beside) and now and now != new and town.old_key not in told:
                told.add(town.old_key)
                yield Found(notices.PART_LOST, town, (region,))


def _is_town(lexicon: Lexicon, text: str) -> bool:
    return name_key(text) in _towns(lexicon)


@lru_cache(maxsize=16)
def _towns(lexicon: Lexicon) -> Mapping[str, str]:
    """Towns by their names, of the tables of home and of neighbours."""
    rows = (*lexicon.rows("places"), *lexicon.rows("neighbours"))
    every = {name_key(row["name"]): row["name"] for row in rows}
    return {key: name for key, name in every.items() if not region_named(lexicon, name)}
