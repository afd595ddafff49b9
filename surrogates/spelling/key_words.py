"""Key words that no label covers ("[G] for Golf"): they tell the letter that stood before them.

The letter may have a label of its own, end a code ("[4417 KDN], de Navarra") or be said after one
("[KDM], con eme de Madrid").

Nothing can be done to them here, so a curator is told. Labelled names that tell letters of a code
are written anew.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from surrogates import draw, notices
from surrogates.folding import apply_case, case_pattern, fold, signs_only
from surrogates.labels import Kind, gender_of, kind_of
from surrogates.languages.letters import WORD, bare_key_word, key_word_at, reader, said
from surrogates.numbers.identifiers.lettered_starts import plate_code
from surrogates.numbers.sums.totals import set_text
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.spelling.codes import name_told_by
from surrogates.spelling.read_out import CODES
from surrogates.spelling.run import Said, letter_tokens

REACH = 3  # words after a letter among which its key word is: "L letra Lasarte bezala"


def check_key_words(scene: Scene, letters: Sequence[Item]) -> None:
    """Raises KEY_WORD at each key word that does not begin with its letter any more."""
    codes = [i for i in scene.items if i.kind in CODES and kind_of(i.label) is not Kind.LETTER]
    for item in sorted([*letters, *codes], key=lambda i: i.index):
        place = _key_word(scene, item) if item not in codes or item.text[-1:].isalpha() else None
        if place is None and item in codes:
            place = _said_of_code(scene, item)
        if place is not None:
            scene.raise_issue(notices.KEY_WORD, place, (item.key,))


def name_letters(scene: Scene, codes: Mapping[int, Said]) -> None:
    """Names that tell letters of a code, and are said nowhere else, begin with the new ones: "[K]
    [Karim], [L] [Lea]"."""
    said_at = Counter(fold(item.text) for item in scene.items)
    for item in scene.items:
        start = item.kind is Kind.ID and item.text.isalpha()  # of a plate
        told = item.index in codes or start
        name = name_told_by(scene, item, fold(item.text)) if told else None
        now = fold(scene.surrogates.get(item.index, ""))
        if name is None or not now or said_at[fold(name.text)] > 1:
            continue
        if len(now) > 1:
            _name_plate(scene, item, name, now.upper())
            continue
        if fold(scene.surrogates[name.index]).startswith(now):
            continue
        known = scene.lexicon.name_by_key.get(fold(name.text))
        gender = gender_of(name.label) or (known.gender if known is not None else "f")
        named = name.kind is not Kind.PLACE
        pool = scene.lexicon.names(gender) if named else scene.lexicon.places
        stream = draw.Stream(scene.seed("name of a letter", name.text, [name]))
        others = [w for said in scene.lexicon.alphabet.values() for w in said.get(now, ())]
        ordered = [*stream.shuffled(sorted(pool)), *others]
        options = (n for n in ordered if fold(n).startswith(now))
        word = next((n for n in options if n.isalpha() and scene.allowed(n)), "")
        if word:
            scene.take(word)
            set_text(scene, name, apply_case(word, case_pattern(name.text)))


def _name_plate(scene: Scene, letters: Item, name: Item, now: str) -> None:
    """A town or canton that tells the letters of a plate is the one of the new ones: "[ZH] wie
    [Zürich]"."""
    lexicon = scene.lexicon
    if plate_code(lexicon, name.text) != letters.text.upper():
        return
    if plate_code(lexicon, scene.surrogates[name.index]) == now:
        return
    regions = [row["name"] for row in lexicon.rows("neighbour_regions")]
    own = [row["name"] for row in lexicon.rows("plates")]
    names = [*regions, *own] if name.text in regions else [*own, *regions]
    towns = [town for town in (*names, *lexicon.places) if plate_code(lexicon, town) == now]
    if towns:
        set_text(scene, name, apply_case(towns[0], case_pattern(name.text)))
    else:
        scene.raise_issue(notices.KEY_WORD, name)


def _key_word(scene: Scene, item: Item) -> Item | None:
    """What is labelled or not, tells the letter of an item, and now tells another one."""
    tokens = letter_tokens(scene, item)
    now = scene.surrogates.get(item.index, "")
    if not tokens or tokens[-1].style == "word" or now.startswith("["):
        return None
    was = [fold(token.letters)[:1] for token in tokens]
    fresh = letter_tokens(scene, replace(item, text=now))
    start, end = _told_after(scene, item)
    word = fold(scene.dialogue.turns[item.turn].text[start:end])
    if not fresh or not word:
        return None
    # "LE, as in Leicester" tells two letters; that the first one fits will do.
    at = 0 if word.startswith("".join(was)) else -1
    others = scene.items_by_turn.get(item.turn, ())
    labelled = next((o for o in others if o.start < end and start < o.end), None)
    if labelled is not None:
        if labelled.kind is Kind.LETTER:
            return None  # it is written with its letter
        told = fold(scene.surrogates.get(labelled.index, ""))
    else:
        told = word
    if not word.startswith(was[at]) or told.startswith(fold(fresh[at].letters)[:1]):
        return None
    return labelled or replace(item, start=start, end=end)


def _said_of_code(scene: Scene, code: Item) -> Item | None:
    """The key word of a letter that is said after a code, and which the code has no more."""
    read = reader(scene.lexicon)
    text = scene.dialogue.turns[code.turn].text
    stops = (i.start for i in scene.items_by_turn.get(code.turn, ()) if i.start >= code.end)
    places = [m.span() for m in WORD.finditer(text, code.end, next(stops, len(text)))]
    keys = [said(text[start:end]) for start, end in places]
    was, now = (signs_only(one) for one in (code.text, scene.surrogates.get(code.index, "")))
    for n in range(len(keys)):
        letter = read.match(keys, n)
        if letter is None or len(letter[1]) != 1 or letter[1] not in was:
            continue
        start, end = places[n][0], places[n + letter[2] - 1][1]
        word = _told_after(scene, replace(code, start=start, end=end))
        stays = any(pair == (letter[1], letter[1]) for pair in zip(was, now, strict=False))
        if not stays and fold(text[slice(*word)]).startswith(letter[1]):
            return replace(code, start=word[0], end=word[1])
    return None


def _told_after(scene: Scene, item: Item) -> tuple[int, int]:
    """Where the word stands that tells a letter: behind "for", or in Basque before "bezala"."""
    read = reader(scene.lexicon)
    text = scene.dialogue.turns[item.turn].text
    places = [match.span() for match in WORD.finditer(text, item.end)][: REACH + 1]
    keys = [said(text[start:end]) for start, end in places]
    if not keys or any(c in text[item.end : places[0][0]] for c in ".?!;"):
        return 0, 0
    at = key_word_at(read, keys, REACH)
    if at < 0 and bare_key_word(read, text[item.end : places[0][1]]):
        at = 0
    return places[at] if at >= 0 else (0, 0)
