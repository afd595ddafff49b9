"""Whose name is said: the speaker's own ("soy Ana"), the hearer's ("Vous êtes Ana Gil ?"), and what
the role of a speaker and the calls of the other one tell of that person's gender.

`gender` asks this; the links and the families ask who introduces himself.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from surrogates.folding import fold, words
from surrogates.labels import NAMES
from surrogates.languages.inflection import plain_marks
from surrogates.once import once_an_item
from surrogates.people.context.families import couples
from surrogates.people.context.predicates import SEXES
from surrogates.people.context.titled import titled_call
from surrogates.rewrite import Item
from surrogates.scene import Scene

_ABBREVIATION = re.compile(r"\b([^\W\d_]{1,5})\.(?= )")
# A call stands alone between marks: "Gracias, señor." but not "el señor" nor "señor Gil".
_SAID = r"[^\W\d_]+(?:['’][^\W\d_]+)?"  # "ma'am"
_VOCATIVE = re.compile(rf"(?:^|[,.;:?!¿¡]\s*)((?:{_SAID} ){{0,3}}{_SAID})(?=\s*(?:[,.;:?!]|$))")
_CLAUSE = re.compile(r"[.,;:?!]")
_GENITIVE = re.compile(r"r?en\b")  # Basque genitive
_STOP = re.compile(r"[.?!]")
_SENTENCE = re.compile(r"[.!;] ")
_COUPLE = 4  # words of the titles of two: "Herr Dr. und Frau"
_OWNER = re.compile(r"(?<=\w)'s\b", re.IGNORECASE)


def clause(scene: Scene, item: Item) -> str:
    """Text of the turn between the previous name and this one, within the sentence."""
    text = scene.before(item)
    for other in scene.items_by_turn.get(item.turn, ()):
        if other.end <= item.start and other.kind in NAMES:
            text = scene.dialogue.turns[item.turn].text[other.end : item.start]
    titles = scene.titles
    # The full stop of "Sra." or "M." ends no sentence.
    text = _ABBREVIATION.sub(lambda m: m[1] if fold(m[1]) in titles else m[0], text)
    for stop in ".;:?!":
        text = text.rsplit(f"{stop} ", 1)[-1]
    return text


def names_self(scene: Scene, item: Item) -> bool:
    """Whether the speaker gives a name as his or her own: "soy Ana"."""
    return _introduced(scene, item) == "self"


def names_couple(scene: Scene, item: Item) -> bool:
    """Whether titles of two stand before a name: "Mr and Mrs D. Whitcombe"."""
    before, known = words(scene.before(item)), couples(scene.lexicon)
    return any(" ".join(before[-size:]) in known for size in range(2, _COUPLE + 1))


def introduced(scene: Scene, item: Item) -> bool:
    """Whether somebody is introduced by a name: "soy Ana", "se llama Ana"."""
    return _introduced(scene, item) not in (None, "you")


@once_an_item
def _introduced(scene: Scene, item: Item) -> str | None:
    keys = list(words(plain_marks(clause(scene, item))))
    while keys and keys[-1] in scene.lexicon.cues("article"):
        keys.pop()  # "soc en Francesc"
    before = f" {' '.join(keys)}"
    cues = scene.lexicon.cues("name_intro")
    introductions = [cue for cue in cues if before.endswith(f" {' '.join(words(cue))}")]
    if introductions:
        return cues[max(introductions, key=len)]
    cues = scene.lexicon.cues("name_intro_after")
    rest = _behind(scene, item)
    behind = f"{' '.join(words(_CLAUSE.split(rest)[0]))} "
    said = [cue for cue in cues if behind.startswith(f"{' '.join(words(cue))} ")]
    told = cues[max(said, key=len)] if said else None
    stop = _STOP.search(rest)
    asks = stop is not None and stop[0] == "?"  # "Is [Ann] here?"
    return None if asks and told == "self" else told


def _behind(scene: Scene, item: Item) -> str:
    """What stands behind a name and the names that go on with it: "[Uwe] [Kaluza] hier"."""
    for other in scene.items_by_turn.get(item.turn, ()):
        goes_on = other.start > item.start and not scene.between(item, other).strip()
        item = other if goes_on and other.kind in NAMES else item
    return plain_marks(scene.after(item))


def self_called(scene: Scene, item: Item) -> str:
    """The gender of what the other one calls who said "soy Andrea": "Dígame, señor"; or ""."""
    # Who is greeted before he names himself may be another: "Hola, señora. — Soy su hijo Pau".
    return _calls(scene, item, item.turn + 1) if names_self(scene, item) else ""


def asked_called(scene: Scene, item: Item) -> str:
    """The same of who only answers with a name, or is asked whether it is his: "Bonjour monsieur
    ... Vous êtes Dominique ?"; or ""."""
    if _answers_who(scene, item):
        return _calls(scene, item, item.turn - 1)
    if _answers_telephone(scene, item):
        return _calls(scene, item, item.turn + 1)
    if _introduced(scene, item) != "you" or _is_denied(scene, item):
        return ""
    return _calls(scene, item, 0, theirs=True)


def _answers_telephone(scene: Scene, item: Item) -> bool:
    """Whether who speaks first says who serves the other one: "Banco Altiplano, le atiende Ana"."""
    named = [o for o in scene.items_by_turn[item.turn] if o.kind in NAMES]
    before = f" {' '.join(words(plain_marks(clause(scene, item))))}"
    serving = scene.lexicon.cues("serving")
    led = any(before.endswith(f" {' '.join(words(cue))}") for cue in serving)
    return item.turn == 0 and named == [item] and led


def _is_denied(scene: Scene, item: Item) -> bool:
    """Whether the answer to a name is another one's: "No, soy su mujer"."""
    speaker = scene.dialogue.turns[item.turn].speaker
    later = scene.dialogue.turns[item.turn + 1 :]
    answer = words(next((turn.text for turn in later if turn.speaker != speaker), ""))
    denials = (" ".join(words(cue)) for cue in scene.lexicon.cues("denial"))
    said = f"{' '.join(answer)} "
    kin = scene.lexicon.cues("kin").keys()
    return any(said.startswith(f"{cue} ") for cue in denials) or not kin.isdisjoint(answer)


def _calls(scene: Scene, item: Item, first: int, *, theirs: bool = False) -> str:
    """The gender that all calls of the speaker (`theirs`) or of the other one have, from the first
    turn on, or ""."""
    dialogue = scene.dialogue
    if len({turn.speaker for turn in dialogue.turns}) > 2:
        return ""
    mine = dialogue.turns[item.turn].speaker
    turns = [
        number
        for number in range(first, len(dialogue.turns))
        if (dialogue.turns[number].speaker == mine) is theirs
    ]
    said = (_VOCATIVE.finditer(dialogue.turns[number].text) for number in turns)
    genders = {_call(scene, match[1]) for matches in said for match in matches}
    named = (other for number in turns for other in scene.items_by_turn.get(number, ()))
    called = (other for other in named if other.kind in NAMES)
    genders |= {titled_call(scene, o) for o in called if not _is_anothers(scene, item, o)}
    genders &= set(SEXES)
    return genders.pop() if len(genders) == 1 else ""


def _is_anothers(scene: Scene, item: Item, called: Item) -> bool:
    """Whether a surname that is called is said behind another name than this one: "la meva dona,
    l'[Anna] [Serra]; jo soc en [Marc]" "Senyora [Serra]?"."""
    names = [other for other in scene.items if other.kind in NAMES]
    owners = {
        fold(one.text)
        for one, two in pairwise(names)
        if fold(two.text) == fold(called.text)
        if one.turn == two.turn and scene.between(one, two) == " "
    }
    return bool(owners) and fold(item.text) not in owners


def _call(scene: Scene, said: str) -> str:
    """The gender of a call, with a word of greeting before it or not: "Bonjour monsieur"."""
    called, greetings = scene.lexicon.cues("vocative"), scene.lexicon.cues("greeting")
    key = fold(plain_marks(said)).split()
    for size in range(len(key)):
        greeted = not size or key[size - 1] in greetings or " ".join(key[:size]) in greetings
        if greeted and (gender := called.get(" ".join(key[size:]), "")):
            return gender
    return ""


def speaker_sex(scene: Scene, item: Item) -> str:
    """The sex that the role of a speaker tells of the name that he or she gives: "cliente :
    Bonjour, c'est Camille"; of a man's form nothing, as it stands for anybody."""
    lexicon = scene.lexicon
    kinds = ("title", "kin", "vocative", "speaker")
    role = [word for word in words(scene.dialogue.turns[item.turn].speaker) if len(word) > 1]
    told = {lexicon.cues(kind).get(word, "") for word in role for kind in kinds}
    told |= {"f" for word in role if lexicon.cues("role").get(word) == "f"}
    told &= set(SEXES)
    if len(told) != 1 or (lexicon.lang == "eu" and _GENITIVE.match(scene.after(item))):
        return ""  # "[Nahia]ren aita": the speaker is somebody of hers
    own = names_self(scene, item) or _names_at_first(scene, item) or _answers_who(scene, item)
    return told.pop() if own else ""


def _names_at_first(scene: Scene, item: Item) -> bool:
    """Whether who speaks for the first time says "c'est Ana", "it's Ana"."""
    before = scene.dialogue.turns[: item.turn]
    speaker = scene.dialogue.turns[item.turn].speaker
    return _introduced(scene, item) == "first" and all(t.speaker != speaker for t in before)


def _answers_who(scene: Scene, item: Item) -> bool:
    """Whether a name begins the answer to who the speaker is: "¿Su nombre? — Ana Gil"."""
    asked = _asked(scene, item)
    kin = scene.lexicon.cues("kin").keys()  # "¿Cómo se llama su madre?"
    return kin.isdisjoint(asked) and _asks_name(scene, asked)


def relative_asked(scene: Scene, item: Item) -> str:
    """The gender of the relative whose name is asked for: "¿Cómo se llama su madre? — Amets"."""
    kin, asked = scene.lexicon.cues("kin"), _asked(scene, item)
    named = [kin[word] for word in asked if word in kin]
    return named[-1] if named and named[-1] in SEXES and _asks_name(scene, asked) else ""


def _asks_name(scene: Scene, asked: Sequence[str]) -> bool:
    text = f" {' '.join(asked)} "
    cues = (" ".join(words(cue)) for cue in scene.lexicon.cues("name_asked"))
    return any(f" {cue} " in text for cue in cues)


def _asked(scene: Scene, item: Item) -> tuple[str, ...]:
    """The words of the questions right before an answer that begins with a name."""
    if item.start or not item.turn:
        return ()
    asking, answer = scene.dialogue.turns[item.turn - 1 : item.turn + 1]
    pieces = _SENTENCE.split(asking.text.rstrip())
    if asking.speaker == answer.speaker or not pieces[-1].endswith("?"):
        return ()
    text = _OWNER.sub(" s", plain_marks(pieces[-1]))  # "your wife's name"
    return words(text)
