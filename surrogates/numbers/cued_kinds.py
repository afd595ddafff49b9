"""Numbers under one general label that a word before them tells apart: "el dni", "un teléfono".

`engine` calls it before there is a scene. A corpus such as ES-Port labels every figure as a number;
dictated after "el dni" they are an identity card, whose letter has to fit, after "un teléfono" they
are dialled. Only what makes a whole identifier of the kind is read so.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from surrogates.folding import WORD, fold, letters_only, words
from surrogates.labels import ADDRESSES, NAMES, Kind, is_money_label, is_password
from surrogates.languages.letters import tokens_of
from surrogates.languages.lexicon import Lexicon
from surrogates.numbers.identifiers.checksums import is_identifier
from surrogates.numbers.identifiers.classes import classes_said, classes_unnamed
from surrogates.numbers.identifiers.doors import CUE as HOUSE
from surrogates.numbers.identifiers.doors import GROUP
from surrogates.numbers.identifiers.floors import floors_in_two
from surrogates.numbers.identifiers.house_numbers import find_houses
from surrogates.numbers.identifiers.houses_beside import houses_beside
from surrogates.numbers.identifiers.ip_addresses import is_machine
from surrogates.numbers.identifiers.phone_classes import whole_length
from surrogates.numbers.identifiers.plates import is_plate, plate_start
from surrogates.numbers.pieces import Piece, is_letter, pieces_of
from surrogates.numbers.replacement import letter_items
from surrogates.numbers.sums.values import MONEY, currencies, has_sign, time_words
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

WINDOW = 14  # turns in which what a cue asks for is dictated, pieces and echoes
LONGEST_CUE = 3  # words
NAMING = 3  # letters of a name that a password is made of
ECHO = 2  # digits that are a piece of the number, not a number by chance
_KINDS = {
    "id": Kind.ID, "ssn": Kind.ID, "plate": Kind.ID, "phone": Kind.PHONE, "card": Kind.CARD,
    "zip": Kind.ZIP,
}  # fmt: skip
_TOLD = {Kind.ID, Kind.PHONE, Kind.CARD, *ADDRESSES, Kind.DATE, Kind.TIME}  # by their own label
_WORD = "word"  # value of a cue that only says in a label what its number is: "Ref."
_CARD = re.compile(r"\d{16}")
_AREA = 2  # figures of a department
_BARE = re.compile(r"\d{8}|[XYZ]\d{7}|\d{20}")  # DNI and NIE without a letter, an account
_CODE = re.compile(r"(?=.*\d)[\w .\-/]+")
_ZIP = re.compile(r"\d{4,5}")
_SSN = re.compile(r"\d{9}")


def tell_kinds(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; those that a cue tells apart, or their own text, with the kind that it names."""
    items = list(_by_text(dialogue, items, lexicon))
    told: dict[int, Item] = {}
    cues = list(_cues(dialogue, items, lexicon)) if any(map(_may_be_number, items)) else []
    for at, (turn, end, cue) in enumerate(cues):
        last = cues[at + 1][:2] if at + 1 < len(cues) else (len(dialogue.turns), 0)
        stretch = [
            item
            for item in items
            if (turn, end) <= (item.turn, item.start) < last and item.turn <= turn + WINDOW
        ]
        if any(map(_may_be_number, stretch)):
            told |= _told(dialogue, items, lexicon, stretch, cue)
    return [told.get(item.index, item) for item in items]


def _by_text(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> Iterator[Item]:
    """The items; house numbers, machines, sums of money and passwords made of names as what they
    are."""
    houses = find_houses(dialogue, items, lexicon)
    houses |= houses_beside(dialogue, items, lexicon, houses)
    houses |= floors_in_two(dialogue, items, lexicon, houses)
    classes = set(classes_said(dialogue, items, lexicon))
    groups = classes_unnamed(dialogue, items, lexicon, houses) - classes
    houses = (houses | classes) - groups
    ids = [item.text for item in items if item.kind is Kind.ID]
    plates = {start for text in ids if len(start := plate_start(text)) > 1}
    names = _names(items) if any(is_password(item.label) for item in items) else set()
    for item in items:
        if item.index in houses:
            yield replace(item, kind=Kind.NUMBER, cue=HOUSE)
        elif item.index in groups:
            yield replace(item, kind=Kind.NUMBER, cue=GROUP)
        elif item.kind is Kind.NUMBER and _is_area_code(item, dialogue, items, lexicon):
            yield replace(item, kind=Kind.ZIP)  # "Sens ([89])"
        elif item.kind is Kind.LETTER and item.text in plates:
            yield replace(item, kind=Kind.ID)  # "ER-KL 482. Also ER"
        elif is_machine(item, dialogue):
            yield replace(item, kind=Kind.ID)
        elif is_password(item.label) and any(n in letters_only(item.text) for n in names):
            yield replace(item, kind=Kind.USER)  # "carmenyluis2010" follows Carmen and Luis
        elif item.kind is Kind.NUMBER and _is_money(item, dialogue, lexicon):
            yield replace(item, cue=MONEY)  # "[39,99 €] le [2 avril]" is no date
        else:
            yield item


def _is_area_code(item: Item, dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> bool:
    """Whether two figures are the department of a town that is said, behind it in brackets or
    behind what leads to one ("dans le [89]")."""
    led = lexicon.signs("area_code_led")
    if not led or len(item.text) != _AREA or not item.text.isdecimal():
        return False
    text = dialogue.turns[item.turn].text
    before = text[: item.start].rstrip()
    places = (i for i in items if i.kind is Kind.PLACE and i.turn == item.turn)
    if any(text[i.end : item.start].strip() == "(" for i in places):
        return text[item.end :].lstrip().startswith(")")
    if " ".join(words(before)[-2:]) not in led:
        return False
    near = (i for i in items if i.kind is Kind.PLACE and abs(i.turn - item.turn) <= 1)
    entries = (lexicon.place_by_key.get(fold(place.text)) for place in near)
    codes = (lexicon.province_codes.get(entry.province) for entry in entries if entry is not None)
    return any(code is not None and code[0] == item.text for code in codes)


def _is_money(item: Item, dialogue: Dialogue, lexicon: Lexicon) -> bool:
    """Whether a number has the sign or the word of a currency, in its span or right behind it."""
    text = dialogue.turns[item.turn].text
    after = text[item.end :].lstrip()
    if has_sign(item.text, text[: item.start], after):
        return True
    behind = words(after)[:1] if after[:1].isalpha() else ()
    return not currencies(lexicon).isdisjoint((*words(item.text), *behind))


def _names(items: Sequence[Item]) -> set[str]:
    """Letters of the words that name somebody or something."""
    naming = (item for item in items if item.kind in (*NAMES, Kind.PLACE, Kind.ORG))
    named = (letters_only(word) for item in naming for word in words(item.text))
    return {letters for letters in named if len(letters) >= NAMING}


def _may_be_number(item: Item) -> bool:
    if item.cue:
        return False
    return item.kind in (Kind.NUMBER, Kind.ID) or (
        item.kind not in _TOLD and _CODE.fullmatch(item.text) is not None
    )


def _counts(item: Item, dialogue: Dialogue, lexicon: Lexicon) -> bool:
    """Whether a number says by its label or its noun what it counts: "[10 dies]", "[47] years".

    It has the digits of an account by chance.
    """
    if item.kind is Kind.AGE or is_money_label(item.label):
        return True
    behind = words(dialogue.turns[item.turn].text[item.end :])[:1]
    return not time_words(lexicon).isdisjoint((*words(item.text), *behind))


def _may_be_letter(item: Item, lexicon: Lexicon) -> bool:
    """Whether a mention says a letter or a few, whatever its label."""
    if item.cue:  # it is read out of a code
        return False
    if item.kind is Kind.LETTER:  # key words, and letters with them, stay letters
        return all(token.style != "word" for token in tokens_of(item, lexicon))
    if item.kind is Kind.ID:
        return True
    letter = lexicon.spoken_letters.get(fold(item.text), item.text)
    return item.kind not in _TOLD and len(letter) == 1 and letter.isalpha()


def _cues(
    dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon
) -> Iterator[tuple[int, int, str]]:
    """(turn, end, what it names) of every cue that no label covers."""
    cues = {cue: kind for cue, kind in lexicon.cues("number").items() if kind != _WORD}
    labelled: dict[int, list[Item]] = {}
    for item in items:
        labelled.setdefault(item.turn, []).append(item)
    first = {cue.split()[0] for cue in cues}
    for number, turn in enumerate(dialogue.turns):
        if first.isdisjoint(words(turn.text)):
            continue
        said = list(WORD.finditer(turn.text))
        keys = [fold(m.group()) for m in said]
        for at, match in enumerate(said):
            if keys[at] not in first or any(
                i.start < match.end() and match.start() < i.end for i in labelled.get(number, ())
            ):
                continue
            for size in range(min(LONGEST_CUE, len(said) - at), 0, -1):
                kind = cues.get(" ".join(keys[at : at + size]))
                if kind:
                    yield number, said[at + size - 1].end(), kind
                    break


def _told(
    dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon, stretch: list[Item], cue: str
) -> dict[int, Item]:
    """Items of whole numbers of the kind, and of what is said of them again, by their index."""
    kind = _KINDS[cue]
    kinds = {item.index: item.kind for item in stretch}
    told_by = {  # letters with a key word: "[K] comme [Kléber]"
        i.index - 1
        for i in items
        if cue == "plate" and i.kind is Kind.LETTER and not _may_be_letter(i, lexicon)
    }
    tried = {
        item.index: replace(item, kind=kind, cue=cue)
        for item in stretch
        if (_may_be_number(item) and not _counts(item, dialogue, lexicon))
        or (kind is Kind.ID and _may_be_letter(item, lexicon) and item.index not in told_by)
    }
    if kind is not Kind.ID:
        tried = {index: item for index, item in tried.items() if kinds[index] is Kind.NUMBER}
    every = [tried.get(item.index, item) for item in items]
    scene = Scene(dialogue, lexicon, b"", every)
    pieces = pieces_of(scene, [i for i in every if i.index in tried])
    whole: set[str] = set()
    for _, _, ways in pieces:
        whole |= {cut.said for cut in ways if _is_whole(cue, cut.said, dialogue.lang)}
    told = {
        item.index: tried[item.index]
        for _, piece_items, ways in pieces
        if any(cut.said in whole or _is_piece(cut.said, whole) for cut in ways)
        and not (cue == "plate" and all(kinds[i.index] is Kind.LETTER for i in piece_items))
        for item in piece_items
    }
    if cue == "id" and told:
        told |= _letters_beside(pieces, tried, told, whole)
    checks = _checks(scene, items, told, cue)
    return {index: item for index, item in told.items() if index not in checks}


def _letters_beside(
    pieces: Sequence[Piece],
    tried: Mapping[int, Item],
    told: Mapping[int, Item],
    whole: Set[str],
) -> dict[int, Item]:
    """Check letters said again ("¿zeta?"), and the one that a speaker took back for another."""
    letters = {said[-1] for said in whole if said[-1].isalpha()}
    beside: dict[int, Item] = {}
    for _, piece_items, ways in pieces:
        index = piece_items[0].index
        mended = index + 1 in told and is_letter(ways[0].said)
        if index not in told and (mended or (ways[0].said in letters and min(told) < index)):
            beside[index] = tried[index]
    return beside


def _checks(
    scene: Scene, items: Sequence[Item], told: Mapping[int, Item], cue: str
) -> frozenset[int]:
    """Letters that check an identity card: they stay letters, so their key words follow them."""
    if cue != "id" or not any(i.kind is Kind.LETTER and i.index in told for i in items):
        return frozenset()
    mixed = [i if i.kind is Kind.LETTER else told.get(i.index, i) for i in items]
    return frozenset(i.index for i in letter_items(scene, mixed))


def _is_piece(said: str, whole: set[str]) -> bool:
    return len(said) >= ECHO and any(said in number for number in whole)


def _is_whole(cue: str, said: str, lang: str) -> bool:
    if cue == "phone":
        return said.isdecimal() and len(said) == whole_length(lang)
    if cue == "zip":
        return _ZIP.fullmatch(said) is not None
    if cue == "card":
        return _CARD.fullmatch(said) is not None
    if cue == "plate":
        return is_plate(said)
    if cue == "ssn":
        return _SSN.fullmatch(said) is not None or is_identifier(said, Kind.ID)
    return is_identifier(said, Kind.ID) or _BARE.fullmatch(said) is not None
