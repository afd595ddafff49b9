"""Trades that the words around tell or ask for, so that another would contradict them.

A title before a name ("la doctora Vega"), one that an organisation is called by, one that is said
again in another form ("soy fontanero ... la fontanería"; "er fährt als Fahrer"), one with what it
is of ("professora de matemàtiques"), and those of somebody who was promoted. Called by
`professions`.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from surrogates.attributes.alike import ALIKE, same_stem
from surrogates.checks.relations.wording.trades import (
    DEED_AFTER,
    DEED_BEFORE,
    deed_rows,
    does,
    works_at,
)
from surrogates.folding import fold, letters_only, words, words_apart
from surrogates.labels import NAMES, Kind
from surrogates.languages.common_parts import common_parts, head_of, joins, kinds_of_thing
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import unelided
from surrogates.people.context.titled import titles_a_name
from surrogates.rewrite import Item
from surrogates.scene import Scene

_CALLING = "calling"  # of a cue: it says that somebody has a trade
_END = 2  # letters at the end of "plumber" and "plumbing" that may differ
_ROOT = 4  # letters of a verb that a trade is made of
_MOVE = 4  # words before a place to which somebody moved
# Small words inside names of organisations, which are none: "for thirty years".
_LINKS = frozenset(
    {"con", "para", "por", "amb", "per", "avec", "pour", "sur", "mit", "fur", "for", "with"}
)
# Endings that make a trade of a verb: "driv-er", "Fahr-erin"; and those of the verb's other forms.
_AGENTS = {"de": ("erinnen", "erin", "ern", "er"), "en": ("ers", "er", "ors", "or")}
_FORMS = {"de": ("en", "e", "st", "t", "te", "ten", "n"), "en": ("", "s", "es", "e", "ed", "ing")}
_OF = re.compile(r" (?:(?:de|of|für) |d['’])(?P<word>[^\W\d_]+)", re.IGNORECASE)
_CLAUSE = re.compile(r"[,.;:!?\n]")
_CALLED = re.compile(r"\s*(?:[.,!?;]|$)")


def is_told(scene: Scene, item: Item) -> bool:
    """Whether only this trade will do where it is said, or for what the dialogue says of it."""
    said = [word for word in words(item.text) if len(word) >= _ROOT]
    others = (scene.outside - scene.lexicon.cues("no_trade").keys()) | _kinds_said(scene)
    return (
        _is_title(scene, item)
        or _has_adjective(scene, item)
        or _has_complement(scene, item)
        or _was_promoted(scene)
        or any(_is_made_of(scene.lexicon, word, other) for word in said for other in others)
    )


def _was_promoted(scene: Scene) -> bool:
    """Whether the dialogue speaks of a promotion; some words for one may lead to a place, too:
    "moved up to [Whitby]"."""
    cues = scene.lexicon.cues("promoted")
    if not scene.says(cues):
        return False
    moves = [words(cue) for cue, value in cues.items() if value == "place"]
    if scene.says(cues.keys() - {" ".join(cue) for cue in moves}):
        return True
    said = sum(_times(words(turn.text), cue) for turn in scene.dialogue.turns for cue in moves)
    places = scene.of_kind(scene.items, Kind.PLACE)
    ends = (words(scene.before(item))[-_MOVE:] for item in places)
    return said > sum(any(_times(end, cue) for cue in moves) for end in ends)


def _times(said: tuple[str, ...], cue: tuple[str, ...]) -> int:
    """How often a phrase is said in a row of words."""
    return sum(said[i : i + len(cue)] == cue for i in range(len(said)))


def deeds_told(scene: Scene, items: Iterable[Item]) -> list[tuple[str, ...]]:
    """Stems of the trades that do what each word near says, if this one is among them: who "bakes
    the cake", who is "on the roof", who is "cook in a school"; and who uses a tool that is said
    anywhere: "a stand mixer"."""
    tools = scene.lexicon.cues("tool")
    told: dict[tuple[str, ...], None] = {}
    used = [tuple(stems.split()) for tool, stems in tools.items() if tool in scene.outside]
    for item in items:
        told |= dict.fromkeys(stems for stems in used if does(item.text, stems))
        for turn in range(max(item.turn - DEED_BEFORE, 0), item.turn + DEED_AFTER + 1):
            text = "".join(scene.outside_text[turn : turn + 1])
            near = (*words_apart(text), *(words(item.text) if turn == item.turn else ()))
            rows = deed_rows(scene.lexicon, near)
            told |= dict.fromkeys(stems for stems in rows if does(item.text, stems))
        at = works_at(scene.lexicon, scene.before(item), scene.after(item))
        told |= dict.fromkeys(stems for stems in at if does(item.text, stems))
    return list(told)


def _kinds_said(scene: Scene) -> frozenset[str]:
    """Words for what organisations of the dialogue are, which stay in their names and, beside a
    name that the dialogue says, in hosts: "avocats-roubaix.fr" of a firm in Roubaix."""
    firms = scene.of_kind(scene.items, Kind.ORG)
    kept = [
        common_parts(item.text, Kind.ORG, scene.lexicon)
        & set(words(scene.surrogates.get(item.index, item.text)))
        for item in firms
    ]
    named = [item.text for item in firms]
    for kind in (Kind.EMAIL, Kind.DOMAIN, Kind.URL):
        hosts = (i.text.rpartition("@")[2] for i in scene.of_kind(scene.items, kind))
        named += [" ".join(words(host)) for host in hosts if _says_name(scene, host)]
    said = (common_parts(host, Kind.ORG, scene.lexicon) for host in named[len(firms) :])
    return frozenset(_glued(scene.lexicon, named)).union(*kept, *said)


def _says_name(scene: Scene, host: str) -> bool:
    """Whether a host holds a name of the dialogue; of another one no word stays."""
    letters = letters_only(host)
    named = scene.of_kind(scene.items, *NAMES, Kind.ORG, Kind.PLACE)
    parts = (
        letters_only(word)
        for item in named
        if not scene.surrogates.get(item.index, "[").startswith("[")
        for word in item.text.split()
    )
    return any(len(part) >= _ROOT and part in letters for part in parts)


def _glued(lexicon: Lexicon, named: Iterable[str]) -> Iterator[str]:
    """Words for a kind of firm that a host begins or ends with: "fontaneriapepe"."""
    parts = {word for name in named for word in name.split()}
    for kind in kinds_of_thing(lexicon):
        ends = (p.startswith(kind) or p.endswith(kind) for p in parts if len(p) > len(kind))
        if len(kind) > ALIKE and any(ends):
            yield kind


def _has_adjective(scene: Scene, item: Item) -> bool:
    """Whether a word right behind a trade says which one it is: "chauffeur routier"."""
    after = scene.after(item)
    said = words(after)[:1] if after[:1] == " " and after[1:2].isalpha() else ()
    return not scene.lexicon.cues("trade_adjective").keys().isdisjoint(said)


def _is_title(scene: Scene, item: Item) -> bool:
    """Whether a trade is a title before a name, or what somebody is called by: "Gracias,
    doctora"."""
    if not scene.lexicon.cues("title").keys() >= set(words(item.text)):
        return False
    if titles_a_name(scene, item):
        return True
    before = scene.before(item).rstrip()
    return before[-1:] in ("", ",") and bool(_CALLED.match(scene.after(item)))


def _has_complement(scene: Scene, item: Item) -> bool:
    """Whether what a trade is of follows without an article: "ingeniero de caminos"."""
    found = _OF.match(scene.after(item))
    if found is None:
        return False
    start = item.end + found.start("word")
    labelled = any(i.start <= start < i.end for i in scene.items_by_turn[item.turn])
    return not labelled and fold(found["word"]) not in _determiners(scene.lexicon)


def has_employer(scene: Scene, item: Item) -> bool:
    """Whether the clause goes on with a word for a kind of organisation, outside the labels."""
    text, end = scene.dialogue.turns[item.turn].text, item.end
    stop = _CLAUSE.search(text, end)
    last = stop.start() if stop else len(text)
    said: list[str] = []
    for other in (o for o in scene.items_by_turn[item.turn] if item.end <= o.start < last):
        said += words(text[end : other.start])
        end = other.end
        if other.kind is Kind.PROFESSION:
            last = end
    said += words(text[end:last])
    words_for_and = joins(scene.lexicon)
    clause = takewhile(lambda word: word not in words_for_and, said)
    kinds = (unelided(word) for word in clause)
    return any(head_of(scene.lexicon, kind) for kind in kinds if kind not in _LINKS)


def _determiners(lexicon: Lexicon) -> frozenset[str]:
    articles = (row["form"] for row in lexicon.rows("agreement") if row["kind"] == "article")
    # "es fontanera de profesión"
    none = (word for word, value in lexicon.cues("no_trade").items() if value == _CALLING)
    return frozenset({*map(fold, articles), *lexicon.cues("determiner"), *none})


def _is_made_of(lexicon: Lexicon, word: str, other: str) -> bool:
    """Whether another word is made of a trade's, or of the verb that the trade is made of."""
    if same_stem(word, other, end=_END):
        return True
    if lexicon.lang == "eu":  # "okina", "okindegian"
        stem = word.removesuffix("a")
        return len(stem) >= _ROOT and other.startswith(stem)
    if lexicon.lang not in _AGENTS:
        return False
    root = next((word.removesuffix(end) for end in _AGENTS[lexicon.lang] if word.endswith(end)), "")
    if len(root) < _ROOT:
        return False
    ends = _FORMS[lexicon.lang]
    bare = {other, other.removeprefix("ge")} if lexicon.lang == "de" else {other}
    verbs = {verb.removesuffix(end) for verb in bare for end in ends if verb.endswith(end)}
    # "Busfahrer", "fährt": in German the verb is of the end of the word.
    compound = lexicon.lang == "de"
    return root in verbs or any(len(v) >= _ROOT and root.endswith(v) for v in verbs if compound)
