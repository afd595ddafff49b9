"""What the words say of a name: that it is a surname, or a given name.

It is asked for ("¿Apellido? — Amat"), said ("Tomàs de cognom", "Scott is my last name"), answered
("Is Gordon your first name? — My surname."), or said again in full ("Bond. James Bond").
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from surrogates.folding import words
from surrogates.labels import NAMES, Kind
from surrogates.languages.common_nouns import common_nouns
from surrogates.languages.lexicon import Lexicon
from surrogates.once import once_an_item
from surrogates.rewrite import Item
from surrogates.scene import Scene

SURNAMES = ({"surname"}, {"surname", "two"})
_STOP = re.compile(r"[.?!;:] ")
_END = re.compile(r"[.?!;:¿¡(](?:\s|$)?")
_KINDS = ("surname", "first_name")
_BESIDE = "beside"  # of a cue that tells only where the other kind is said, too: "le nom"
_SMALL = ("confirm", "contrast", "correction")  # words that an answer begins with
_LONGEST = 4  # words of a cue


@once_an_item
def asked_for(scene: Scene, item: Item) -> set[str]:
    """What is asked for or said before a name: "¿Apellido? — Amat", "and your first name?"; "two"
    beside "surname" where that is said of several."""
    said = _STOP.split(scene.before(item))[-1]
    for last in _names_before(scene, item):
        claim = _claim(scene, last)
        if claim is not None:
            said = claim[1]  # "Gil es el apellido, y Ana ..."
            break
    turns = scene.dialogue.turns
    first = scene.items_by_turn[item.turn][0] is item
    if first and item.turn and turns[item.turn - 1].speaker != item.speaker:
        said = f"{_STOP.split(turns[item.turn - 1].text)[-1]} {said}"
    return _kinds(scene, words(said), item.turn)


@once_an_item
def role_said(scene: Scene, item: Item) -> str:
    """ "surname" or "first_name", where the words say it of a mention of one word; else ""."""
    claim = _claim(scene, item)
    if claim is not None:
        return _answered(scene, item) or claim[0]
    named = _named_so(scene, item)
    if not named:
        return "surname" if is_said_in_full(scene, item) else _answered(scene, item)
    return _denied(scene, item) or named


def is_said_in_full(scene: Scene, item: Item) -> bool:
    """Whether the whole name stands right beside it of which this is the surname: "Bond, James
    Bond", "Eva Günther, Günther mit th"."""
    row = [other for other in scene.items_by_turn[item.turn] if other.kind in NAMES]
    behind = [other for other in row if other.start >= item.end]
    before = [other for other in row[::-1] if other.end <= item.start]
    key = words(item.text)
    if len(key) != 1:
        return False
    for names in (behind, before):
        if not names or words(scene.between(*sorted((item, names[0]), key=_place))):
            continue
        whole = [names[0]]
        for other in names[1:]:
            if scene.between(*sorted((whole[-1], other), key=_place)) != " ":
                break
            whole.append(other)
        said = [word for each in sorted(whole, key=_place) for word in words(each.text)]
        if key[0] in said[1:] and not _is_compound(scene.lexicon, said[0], key[0]):
            return True
    return False


def _place(item: Item) -> int:
    return item.start


def _is_compound(lexicon: Lexicon, first: str, second: str) -> bool:
    """Whether two words may be one given name: "Jean Pierre"."""
    whole = f"{first} {second}"
    if whole in lexicon.name_by_key or whole in lexicon.fulls_of:
        return True
    one, two = (lexicon.name_by_key.get(word) for word in (first, second))
    if one is None or two is None or second in lexicon.surname_keys:
        return False
    return len({one.gender, two.gender} - {"u"}) < 2


def _claim(scene: Scene, item: Item) -> tuple[str, str] | None:
    """What is said of a name right after it, and the text behind: "Tomàs de cognom", "Ferriol és
    el cognom del meu marit"."""
    text, named = _after(scene, item)
    between = _between_words(scene.lexicon)
    begun = text.lstrip().startswith(",")
    said = words(text.lstrip(" ,").partition(",")[0])
    if not said or (begun and between.get(said[0]) != "is"):
        return None
    plain = not scene.stems.name(item.text, item.kind)[1]
    for at, word in enumerate(said):
        kind, size = _cue_at(scene, said, at, item.turn)
        rest = said[at + size :]
        if not kind or (at == 0 and word in between):  # "Tomàs" + "de cognom"
            if word not in between:
                return None
            continue
        if named and all(w in between for w in rest) and "," not in text.lstrip(" ,"):
            return None  # "Pelai, de cognom Tomàs": it is said of the next one
        is_said = any(between.get(w) == "is" for w in rest)
        if at == 0 and not (plain and is_said):
            return None  # "Werners Nachname"
        if at == 1 and said[0] == "s":
            return None  # "Gordon's surname"
        if not named and len(_kinds(scene, said, item.turn) - {"two"}) > 1:
            return None  # "¿Tomás es nombre o apellido?"
        return kind, " ".join(rest)
    return None


def _after(scene: Scene, item: Item) -> tuple[str, bool]:
    """The text behind a name up to the next one or the end of its sentence, without words for
    relatives; and whether a name follows there."""
    turn, position, pieces = scene.dialogue.turns[item.turn].text, item.end, []
    named = False
    for other in scene.items_by_turn[item.turn]:
        if other.start < item.end:
            continue
        if other.kind in NAMES:
            pieces.append(turn[position : other.start])
            named, position = True, len(turn)
            break
        end = other.start if other.kind is Kind.RELATION else other.end
        pieces.append(turn[position:end])
        position = other.end
    text = "".join([*pieces, turn[position:]])
    stop = _END.search(text)
    return (text, named) if stop is None else (text[: stop.start()], False)


def _named_so(scene: Scene, item: Item) -> str:
    """The kind that the words right before a name say: "de cognom Miquel", "surname is Scott"."""
    before = _STOP.split(scene.before(item))[-1]
    last = next(iter(_names_before(scene, item)), None)
    if last is not None:
        if _claim(scene, last) is not None:
            return ""
        before = scene.between(last, item)
    said, between = words(before), _between_words(scene.lexicon)
    if len(_kinds(scene, said, item.turn) - {"two"}) > 1:
        return ""
    size = len(said)
    while size and said[size - 1] in between and not _ends_in_cue(scene, said[:size], item.turn):
        size -= 1
    skipped = said[size:]
    if skipped and not any(between[word] == "is" for word in skipped):
        return ""  # "a nombre de Tomás"
    return _ends_in_cue(scene, said[:size], item.turn)


def _ends_in_cue(scene: Scene, said: Sequence[str], turn: int) -> str:
    for size in range(min(_LONGEST, len(said)), 0, -1):
        kind, found = _cue_at(scene, said, len(said) - size, turn)
        if found == size:
            return kind
    return ""


def _answered(scene: Scene, item: Item) -> str:
    """What the other one says of the last name of a turn: "¿Tomás es nombre o apellido? —
    Apellido.", "I've got a Gordon. — That's my surname."; or what he asks, and is told."""
    turns, at = scene.dialogue.turns, item.turn + 1
    names = [other for other in scene.items_by_turn[item.turn] if other.kind in NAMES]
    if names[-1] is not item or at == len(turns) or turns[at].speaker == item.speaker:
        return ""
    if _asks_which(scene, at) and at + 1 < len(turns):
        return _reply(scene, at + 1, asked=True)
    return _reply(scene, at, asked=turns[item.turn].text.rstrip().endswith("?"))


def _asks_which(scene: Scene, turn: int) -> bool:
    """Whether a turn asks no more than which of the two a name is: "Is that a first name or a
    surname?"."""
    text = scene.dialogue.turns[turn].text.rstrip()
    named = any(item.kind in NAMES for item in scene.items_by_turn.get(turn, ()))
    both = _kinds(scene, words(text), turn).issuperset(_KINDS)
    return both and not named and text.endswith("?")


def _reply(scene: Scene, turn: int, *, asked: bool) -> str:
    """The kind that the beginning of a turn says, and nothing else but small words."""
    reply, lexicon = scene.dialogue.turns[turn], scene.lexicon
    end = _END.search(reply.text)
    sentence = reply.text[: end.start()] if end else reply.text
    names = (i for i in scene.items_by_turn.get(turn, ()) if i.kind in NAMES)
    first = next(names, None)
    if first is not None and first.start < len(sentence):
        sentence, comma, _ = sentence[: first.start].rpartition(",")
        if not comma:
            return ""
    elif end is not None and end[0].startswith("?"):
        return ""
    said, between = words(sentence), _between_words(lexicon)
    small = {word for kind in _SMALL for word in lexicon.cues(kind)}
    kinds, at, sure = set(), 0, asked
    while at < len(said):
        kind, size = _cue_at(scene, said, at, turn)
        if not kind and said[at] not in between and said[at] not in small:
            return ""
        kinds |= {kind} - {""}
        sure = sure or between.get(said[at]) == "is"
        at += size or 1
    return kinds.pop() if len(kinds) == 1 and sure else ""


def _denied(scene: Scene, item: Item) -> str:
    """What the other one says a name is that a question took for another: "El cognom és Jaume? —
    No, Jaume és el nom"."""
    if not scene.after(item).lstrip().startswith("?"):
        return ""
    row = scene.items_by_turn.get(item.turn + 1, ())
    again = (other for other in row if words(other.text) == words(item.text))
    claims = (claim[0] for other in again if (claim := _claim(scene, other)) is not None)
    return next(claims, _answered(scene, item))


def _names_before(scene: Scene, item: Item) -> Iterable[Item]:
    """The names before one in its sentence, the last one first."""
    for other in reversed(scene.items_by_turn[item.turn]):
        if other.end <= item.start and other.kind in NAMES:
            if _STOP.search(scene.between(other, item)):
                return
            yield other


def _kinds(scene: Scene, said: Sequence[str], turn: int) -> set[str]:
    """The kinds of names that folded words speak of."""
    phrases, first = _phrases(scene.lexicon), _first_words(scene.lexicon)
    begins = [at for at, word in enumerate(said) if word in first]
    spans = ((at, at + size) for at in begins for size in range(1, _LONGEST + 1))
    texts = {" ".join(said[start:end]) for start, end in spans}
    found = {each for text in texts if text in phrases for each in _plain(phrases[text])}
    free = 0
    for at in begins:  # "nom et prénom" is one cue, "le nom" beside "le prénom" another
        if at >= free:
            kind, size = _cue_at(scene, said, at, turn)
            found |= {kind}
            free = at + size
    return found - {""}


def _plain(cue: tuple[str, str]) -> tuple[str, ...]:
    return () if cue[1] == _BESIDE else cue


def _cue_at(scene: Scene, said: Sequence[str], at: int, turn: int) -> tuple[str, int]:
    """The kind of the longest cue that begins at a word, and how many words it has."""
    phrases = _phrases(scene.lexicon)
    for size in range(min(_LONGEST, len(said) - at), 0, -1):
        kind, value = phrases.get(" ".join(said[at : at + size]), ("", ""))
        if kind and (value != _BESIDE or _is_beside(scene, turn)):
            return kind, size
    return "", 0


def _is_beside(scene: Scene, turn: int) -> bool:
    """Whether given names are spoken of in a turn or the one before it."""
    given = [f" {cue} " for cue, (kind, _) in _phrases(scene.lexicon).items() if kind != "surname"]
    return any(cue in scene.said_turns[n] for n in {turn, max(turn - 1, 0)} for cue in given)


@lru_cache(maxsize=16)
def _phrases(lexicon: Lexicon) -> dict[str, tuple[str, str]]:
    """Folded cue -> (kind, value)."""
    cues = ((kind, *cue) for kind in _KINDS for cue in lexicon.cues(kind).items())
    return {" ".join(words(cue)): (kind, value) for kind, cue, value in cues}


@lru_cache(maxsize=16)
def _first_words(lexicon: Lexicon) -> frozenset[str]:
    """What cues begin with."""
    return frozenset(cue.split()[0] for cue in _phrases(lexicon))


@lru_cache(maxsize=16)
def _between_words(lexicon: Lexicon) -> dict[str, str]:
    """Folded words that may stand between a name and the word for what it is; "is" of verbs."""
    kin = (form for form, kind in common_nouns(lexicon).items() if kind is Kind.RELATION)
    return {**dict.fromkeys(kin, ""), **lexicon.cues("name_is")}
