"""What a dialogue tells of a name's sex from further away: "two boys: Tobi, Ayo", "sex: female",
"Mr and Mrs Hale ... Peregrine and Harriet", and in Basque what a brother or sister is called.

`gender` asks this where nothing beside a name and no list tells whose it is.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from surrogates.folding import AND, WORD, fold, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.people.context.families import couples
from surrogates.people.context.introductions import names_self
from surrogates.people.context.predicates import SEXES
from surrogates.people.entities import Cluster
from surrogates.rewrite import Item
from surrogates.scene import Scene

_OTHER = {"f": "m", "m": "f"}
# "seme-alabak", "anai-arrebak": of both sexes.
_OF_BOTH = re.compile(r"[^\W\d_]+-[^\W\d_]+")
_STOP = re.compile(r"[.?!;…]\s+")
_FAR = 4  # words from a noun, or a name, to the next name of its list
_SAID = 2  # words from "sex" to what it is
_OF_TEXT = "de d del of von des avec con amb with mit per por para pour for für a à al to zu"
_OF = frozenset(_OF_TEXT.split())
GENERIC = "m+"  # "hijos": of men alone only where "hijas" are told apart from them


def told_sex(scene: Scene, cluster: Cluster) -> str:
    """ "f" or "m", or "" where the dialogue tells neither or both."""
    items = cluster.items
    votes = {listed_sex(scene, cluster), *(_stated(scene, i) for i in items)} - {""}
    votes = votes or {v for i in items if (v := _of_sibling(scene, i))}
    votes = votes or {v for i in items if (v := _of_couple(scene, i))}
    return votes.pop() if len(votes) == 1 else ""


def listed_sex(scene: Scene, cluster: Cluster) -> str:
    """The sex of the nouns in whose lists a name stands; "" for none, or for both."""
    nouns = _nouns(scene)
    votes = {v for item in cluster.items if (v := _listed(scene, item, nouns))}
    return votes.pop() if len(votes) == 1 else ""


def _nouns(scene: Scene) -> dict[str, str]:
    """The plural nouns of one sex ("boys", "hermanas") that count in this dialogue."""
    cues, one = scene.lexicon.written_cues("children"), scene.lexicon.cues("kin")
    text = " ".join(turn.text for turn in scene.dialogue.turns).casefold()
    # "Brüder" are many and "Bruder" is one: the mark alone tells.
    nouns = {fold(w): sex for w, sex in cues if fold(w) not in one or w.casefold() in text}
    women = any(nouns.get(word) == "f" for t in scene.dialogue.turns for word in words(t.text))
    sure = {word: sex for word, sex in nouns.items() if sex in SEXES}
    return sure | ({w: "m" for w, sex in nouns.items() if sex == GENERIC} if women else {})


def _listed(scene: Scene, item: Item, nouns: dict[str, str]) -> str:
    """The sex of the noun whose list a name stands in: "two boys: Tobi, Ayo"."""
    text = scene.dialogue.turns[item.turn].text
    starts = [0, *(m.end() for m in _STOP.finditer(text, 0, item.start))]
    said = _pieces(scene, item, starts[-1])
    if (sex := _noun_of(scene, said, nouns)) is not None:
        return sex
    if len(starts) > 1:  # "I have two boys. Tobi is 16."
        said_before = words(_OF_BOTH.sub(" ", text[starts[-2] : starts[-1]]))
        before = {nouns[w] for w in said_before if w in nouns}
        if len(before) == 1 and not words(text[starts[-1] : item.start]):
            return before.pop()
    return _left_by(scene, item, nouns)


def _pieces(scene: Scene, item: Item, start: int) -> list[str]:
    """The text of a sentence before a name, cut where other names stand."""
    row = [i for i in scene.items_by_turn[item.turn] if start <= i.start < item.start]
    text, pieces, at = scene.dialogue.turns[item.turn].text, [], start
    for other in row:
        if other.kind in NAMES:
            pieces.append(text[at : other.start])
            at = other.end
    return [*pieces, text[at : item.start]]


def _noun_of(scene: Scene, pieces: list[str], nouns: dict[str, str]) -> str | None:
    """The sex of the last noun before a name that leads to it; None where there is no noun."""
    kin = scene.lexicon.cues("kin")
    for piece in reversed(pieces):
        plain = _OF_BOTH.sub(" ", piece)
        said = [word for word in words(plain) if not word.isdigit()]
        at = max((i for i, word in enumerate(said) if word in nouns), default=-1)
        after = said[at + 1 :]
        if len(after) > _FAR or not (_OF | kin.keys()).isdisjoint(after):
            return "" if at >= 0 else None
        if at >= 0:
            return nouns[said[at]]
    return None


def _left_by(scene: Scene, item: Item, nouns: dict[str, str]) -> str:
    """The sex that is left: "two boys and two girls ... Tobi is 16, the girls are 11 and 7"."""
    text = scene.dialogue.turns[item.turn].text
    stop = _STOP.search(text, item.end)
    rest = words(text[item.end : stop.start() if stop else len(text)])
    following = [nouns[word] for word in rest if word in nouns][:1]
    said = scene.dialogue.turns[: item.turn]
    earlier = {nouns[w] for turn in said for w in words(turn.text) if w in nouns}
    kin = scene.lexicon.cues("kin").keys()
    if not following or earlier != set(SEXES) or not kin.isdisjoint(rest):
        return ""
    return _OTHER[following[0]]


def _stated(scene: Scene, item: Item) -> str:
    """The sex that is told of who was named last: "sex: female"."""
    asked = scene.lexicon.cues("sex_asked").keys()
    if not asked:
        return ""
    sexes = _sexes(scene.lexicon)
    for number, turn in enumerate(scene.dialogue.turns[item.turn :], item.turn):
        said = words(turn.text)
        for at, word in enumerate(said):
            near = said[at + 1 : at + 1 + _SAID] if word in asked else ()
            told = {sexes[w] for w in near if sexes.get(w) in SEXES}
            if len(told) == 1 and _is_last_named(scene, item, number):
                return told.pop()
    answers = (i for i in scene.items if i.kind is Kind.SEX and i.turn > item.turn)
    for answer in answers:  # "Sex?" "Female."
        before = scene.dialogue.turns[answer.turn - 1].text
        alone = not words(scene.before(answer)) and asked & set(words(before)[-2:])
        if alone and _is_last_named(scene, item, answer.turn):
            return sex if (sex := sexes.get(fold(answer.text), "")) in SEXES else ""
    return ""


@lru_cache(maxsize=32)
def _sexes(lexicon: Lexicon) -> dict[str, str]:
    return {fold(row["form"]): row["sex"] for row in lexicon.rows("sexes")}


def _is_last_named(scene: Scene, item: Item, turn: int) -> bool:
    """Whether nobody else was named between a name and the end of a turn."""
    later = (i for i in scene.items if i.kind in NAMES and i.index > item.index and i.turn <= turn)
    key = set(words(item.text))
    return all(_goes_on(scene, item, other) or key & set(words(other.text)) for other in later)


def _goes_on(scene: Scene, item: Item, other: Item) -> bool:
    """Whether a mention is the next word of the same name: [Ruthanne] [Lindqvist]."""
    return other.turn == item.turn and scene.between(item, other) == " "


def _of_sibling(scene: Scene, item: Item) -> str:
    """The sex of whose brother or sister is spoken of, where the word tells it: a woman's is
    "neba" and "ahizpa", a man's "anaia" and "arreba" ("[Amets] dut. Anaia txikia ere badator")."""
    cues = scene.lexicon.cues("sibling_of")
    votes: set[str] = set()
    for number, turn in enumerate(scene.dialogue.turns if cues else ()):
        for match in WORD.finditer(turn.text):
            sex = cues.get(fold(match[0]), "")
            if sex in SEXES and _is_whose(scene, item, number, match.start()):
                votes.add(sex)
    return votes.pop() if len(votes) == 1 else ""


def _is_whose(scene: Scene, item: Item, turn: int, at: int) -> bool:
    """Whether a relative said at a place is of who has a name: "nire", "zure", or named last."""
    before = words(scene.dialogue.turns[turn].text[:at])[-1:]
    speaker = scene.dialogue.turns[turn].speaker
    if before in (("nire",), ("zure",)):
        mine = item.speaker == speaker
        alone = len({each.speaker for each in scene.dialogue.turns}) == 2
        return names_self(scene, item) and (mine if before == ("nire",) else alone and not mine)
    named = [
        other
        for other in scene.items
        if other.kind in NAMES
        and (other.turn, other.end) <= (turn, at)
        and not (names_self(scene, other) and other.speaker == speaker)
    ]
    return bool(named) and named[-1] is item


def _of_couple(scene: Scene, item: Item) -> str:
    """The sex of one of a couple: of who is no man where the other one is one, else by the order
    in which they were called ("Mr and Mrs Hale")."""
    called = couples(scene.lexicon).items()
    order = next((o for said in scene.said_turns for cue, o in called if f" {cue} " in said), "")
    if not order:
        return ""
    for other, first in _joined(scene, item):
        entry = scene.lexicon.name_by_key.get(fold(other.text))
        if entry is not None and entry.gender in SEXES:
            return _OTHER[entry.gender]
        return order[0] if first else order[1]
    return ""


def _joined(scene: Scene, item: Item) -> Iterator[tuple[Item, bool]]:
    """Names that "and" joins to one, and whether it stands before them."""
    for other in scene.items_by_turn[item.turn]:
        if other.kind not in NAMES or fold(other.text) == fold(item.text):
            continue
        first, last = sorted((item, other), key=lambda i: i.start)
        gap = words(scene.between(first, last))
        kin = scene.lexicon.cues("kin").keys()
        if 0 < len(gap) <= _FAR and AND & set(gap) and kin.isdisjoint(gap):
            yield other, first is item
