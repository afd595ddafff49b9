"""What goes with a trade: a short form of its word, what one does in it, where one works."""

import re
from collections.abc import Container, Iterable, Iterator

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, each_once
from surrogates.folding import fold, words, words_apart
from surrogates.labels import Kind
from surrogates.languages.entries import sector_of
from surrogates.languages.inflection import stems_of
from surrogates.languages.inflection.basque import noun_cuts
from surrogates.languages.lexicon import Lexicon

DEED_BEFORE, DEED_AFTER = 1, 2  # turns from a trade to what is done in it
_LONG = 5  # letters of a trade said in short, and that a trade shares with what is made of it
_PLURAL = 3  # letters at most that make another form of a trade: "pintora", "pintores"
_HEALTH = frozenset({"care", "health", "medicine"})
_AT_WORK = 4  # words between a trade and the place where one works
_CLAUSE = re.compile(r"[.,;:!?]")
_BEHIND = 3  # words behind a trade of which one may say where one works


def short_trades(spans: Spans) -> Iterator[Found]:
    """ "l'[ophtalmologue]", "l'[ophtalmo]"; "[Krankenpfleger]", "[Pfleger]"; of a trade that its
    table does not know what it is made of is none: "[menuisier]", "la [menuiserie]"."""
    trades = each_once(spans.of(Kind.PROFESSION))
    known = _groups(spans.lexicon)
    for short in trades:
        for whole in trades:
            one, other = " ".join(short.old_key), " ".join(whole.old_key)
            if one == other or short.old == short.new == whole.new:
                continue
            if _is_cut(one, other) and not _is_in(short.new_key, whole.new_key):
                yield Found(notices.TRADE_SHORT, short, (whole,))
                break
            made = _is_made_of(one, other, known, spans.lang)
            # "Bäckermeister", "Bäckerin": now "Konditor", "Konditorin".
            forms = short.new_key != whole.new_key and _is_in(short.new_key, whole.new_key)
            made = made and not forms
            if made and " ".join(short.new_key) in known:
                yield Found(notices.TRADE_WORD, short, (whole,))
                break


def _is_cut(one: str, other: str) -> bool:
    """Whether a word is the beginning or the end of a longer one, and no form of it."""
    if len(one) < _LONG or len(other) - len(one) < _PLURAL or " " in other:
        return False
    return other.endswith(one) or (other.startswith(one) and len(other) - len(one) > _PLURAL)


def _is_in(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    short, whole = " ".join(one), " ".join(other)
    return short[:_LONG] == whole[:_LONG] or whole.endswith(short)


def _is_made_of(one: str, other: str, known: Container[str], lang: str) -> bool:
    """Whether a word that is no form of a trade has its stem: "menuiserie"."""
    forms = (one, one[:-1], one[:-2], *stems_of(one, lang))
    if " " in one or other not in known or any(form in known for form in forms):
        return False
    return min(len(one), len(other)) > _LONG and one[:_LONG] == other[:_LONG]


def deeds(spans: Spans) -> Iterator[Found]:
    """A word near says what one of this trade does: a [midwife] "delivering babies"."""
    tools = spans.lexicon.cues("tool")
    used = [tools[word].split() for word in tools.keys() & spans.scene.outside]
    told: set[tuple[str, ...]] = set()
    for span in spans.of(Kind.PROFESSION):
        if span.new_key == span.old_key or span.old_key in told:
            continue
        at = [
            row for row in works_at(spans.lexicon, span.before, span.after) if does(span.old, row)
        ]
        if any(not does(span.new, row) for row in at):
            told.add(span.old_key)
            yield Found(notices.TRADE_TOLD, span)
            continue
        for turn in range(span.turn - DEED_BEFORE, span.turn + DEED_AFTER + 1):
            # A tool tells it from anywhere: "a stand mixer", "I'm a [pastry chef]".
            said = {w for _, text in spans.stretches(turn) for w in words_apart(text)}
            rows = [*used, *deed_rows(spans.lexicon, sorted(said))]
            # Who "makes doors and windows of wood" is no smith, who makes doors too.
            if any(does(span.old, row) and not does(span.new, row) for row in rows):
                told.add(span.old_key)
                yield Found(notices.TRADE_TOLD, span)
                break


def deed_rows(lexicon: Lexicon, said: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Stems of the trades that have to do with each of some folded words: "doors", "leaking"."""
    cues = lexicon.cues("deed")
    for word in said:
        forms = (word,) if lexicon.lang != "eu" else (word, *_nouns(word))
        row = next((cues[form] for form in forms if form in cues), "")
        if row:
            yield tuple(row.split())


def _nouns(word: str) -> Iterator[str]:
    """What a Basque word may be a form of: "egurrarekin", "egurra", "egur"."""
    for noun, _ in noun_cuts(word):
        bare = noun.removesuffix("a")
        yield from (noun, bare, bare.removesuffix("r"))


def works_at(lexicon: Lexicon, before: str, after: str) -> Iterator[tuple[str, ...]]:
    """Stems of the trades of the place where one works, which is said right beside a trade: "cook
    [in a school]"; in Basque before it."""
    places = lexicon.cues("workplace")
    said = words_apart(_CLAUSE.split(before)[-1])[::-1] if lexicon.lang == "eu" else ()
    for line in (said, words_apart(_CLAUSE.split(after)[0])):
        yield from (tuple(places[word].split()) for word in line[:_AT_WORK] if word in places)


def does(trade: str, stems: Iterable[str]) -> bool:
    """Whether a word of a trade has one of these stems, or begins with one: "^lehrer"."""
    return any(stem in f"^{word}" for stem in stems for word in words(trade))


def at_work(spans: Spans) -> Iterator[Found]:
    """Who works at a place of health goes on to: "la [cadre de santé] de la [clinique]"."""
    known = _groups(spans.lexicon)
    places = spans.lexicon.cues("health_place").keys()
    for span in spans.of(Kind.PROFESSION):
        old, new = (known.get(" ".join(key), "") for key in (span.old_key, span.new_key))
        if old in _HEALTH | {""} and new and new not in _HEALTH and _is_beside(spans, span, places):
            yield Found(notices.TRADE_TOLD, span)


def _is_beside(spans: Spans, span: Span, places: Container[str]) -> bool:
    """Whether a place of health stands right behind a trade, with its article."""
    text = spans.turn_text(span.turn)[span.item.end :]
    return any(word in places for word in words(text)[:_BEHIND])


def _groups(lexicon: Lexicon) -> dict[str, str]:
    key = ("groups of trades",)
    if key not in lexicon.pools:
        lexicon.pools[key] = {
            fold(row["form"]): sector_of(row["group"]) for row in lexicon.rows("professions")
        }
    groups: dict[str, str] = lexicon.pools[key]
    return groups
