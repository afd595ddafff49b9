"""What is said of a name right beside it: a profession, an apposition, a participle, "her card".

`gender` asks this where no title, no word of kinship and no list tells whose name it is.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile

from surrogates.folding import PARTICLES, fold, words
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

SEXES = ("f", "m")
APPOSED = 4  # words from an article to the noun of an apposition: "a 60-year-old woman"
SHORTEST = 5  # letters of a participle; "nada" and "cada" are none
OWNED = 3  # words from a name to what is said to be hers
_AFTER = re.compile(r"(,?) +([^.;:?!\n]*)")


def said_before(lexicon: Lexicon, before: Sequence[str]) -> list[str]:
    """The gender of the noun right before a name: "la enfermera Trinidad", "el paciente Cruz"."""
    if not before:
        return []
    nouns = _trades(lexicon) | lexicon.cues("role") | lexicon.cues("person")
    gender = nouns.get(before[-1])
    if gender is None:
        return []
    # Of one form for both, and of "la médico", the article tells.
    agrees = lexicon.agreement.get(("article", before[-2]), frozenset()) if before[1:] else ()
    shown = {value[0] for value in agrees if value.endswith("s")}
    return [value for value in (*(shown if len(shown) == 1 else ()), gender) if value in SEXES][:1]


def _trades(lexicon: Lexicon) -> dict[str, str]:
    """Folded profession of one word -> f, m or u."""
    pools, key = lexicon.pools, ("trades",)
    if key not in pools:
        rows = lexicon.all_rows("professions")
        pools[key] = {fold(row["form"]): row["gender"] for row in rows if " " not in row["form"]}
    trades: dict[str, str] = pools[key]
    return trades


def said_behind(
    scene: Scene, item: Item, before: Sequence[str], nouns: dict[str, str]
) -> list[str]:
    """The genders of what follows a name: "Cruz fue atendida", "Kim, a 60-year-old woman"."""
    match = _AFTER.match(scene.after(item))
    if match is None or not PARTICLES.isdisjoint(before[-1:]):
        return []  # "la carta de Cruz, remitida por": what is said is of the letter
    following = words(match[2])
    votes = _participle(scene.lexicon, following, comma=bool(match[1]))
    if match[1]:
        votes += _apposed_noun(scene.lexicon, following, nouns | scene.lexicon.cues("person"))
    return votes + _owned(scene, item, match[2])


def _participle(lexicon: Lexicon, following: Sequence[str], *, comma: bool) -> list[str]:
    """The gender of a participle that is said of a name: "fue remitida", "remitida por"."""
    endings = lexicon.cues("participle")
    copula = 0 if comma else _copula(lexicon, following)
    said = following[copula : copula + 2]
    # Without "was", what follows tells it from a noun: "remitida por", not "entrada principal".
    agent = not lexicon.cues("by").keys().isdisjoint(said[1:])
    if not said or len(said[0]) < SHORTEST or not (copula or agent):
        return []
    ends = [ending for ending in endings if said[0].endswith(ending)]
    return [endings[max(ends, key=len)]] if ends else []


def _copula(lexicon: Lexicon, following: Sequence[str]) -> int:
    """How many words "was" or "has been" has at the beginning, 0 where it is not said."""
    copulas = lexicon.cues("copula")
    sizes = (3, 2, 1)
    return next((size for size in sizes if " ".join(following[:size]) in copulas), 0)


def _apposed_noun(
    lexicon: Lexicon, following: Sequence[str], nouns: Mapping[str, str]
) -> list[str]:
    """The gender of the first noun behind an article: "Kim, a 60-year-old woman"."""
    if not following or following[0] not in lexicon.cues("indefinite"):
        return []
    near = takewhile(lambda word: word not in PARTICLES, following[1 : 1 + APPOSED + 1])
    return [nouns[word] for word in near if word in nouns][:1]


def _owned(scene: Scene, item: Item, text: str) -> list[str]:
    """The gender of who has what is named right behind: "Robin hat ihre Karte verloren"."""
    owners = dict(scene.lexicon.written_cues("possessive"))
    if not owners or scene.dialogue.turns[item.turn].text.islower():
        return []  # a capital tells "Ihre" from "ihre"
    said = text.replace(",", " ").split()[:OWNED]
    return [owners[word] for word in said if word in owners][:1]
