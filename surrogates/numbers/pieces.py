"""Joins the items of a dialogue to numbers: pieces, echoes of them, numbers begun anew.

One speaker gives a number over several spans and turns; the other says "sí" or repeats a piece.
`replacement` draws what comes of it.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from surrogates.folding import fold, words
from surrogates.labels import Kind, is_measure_label, is_plate_label
from surrogates.languages.letters import bare_key_word, key_word_at, reader, tokens_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import spoken_in
from surrogates.numbers.board import SLICE
from surrogates.numbers.corrections import nearly_same, says_end_again, takes_back
from surrogates.numbers.identifiers.checksums import repair_for
from surrogates.numbers.identifiers.phone_classes import is_whole
from surrogates.numbers.identifiers.plates import is_plate
from surrogates.numbers.mended_pieces import are_alternatives
from surrogates.numbers.slots import COUNTED, Cut, cuts, lexicon_beside
from surrogates.numbers.sums.said import is_amount
from surrogates.numbers.sums.values import MONEY
from surrogates.numbers.ties import cued
from surrogates.rewrite import Item
from surrogates.scene import Scene

_MEASURED = re.compile(r"[€$£%]|\d\s?(?:m|lb|ft|st|h)\s?\d|\b(?:foot|feet|stone)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d")

WHOLE_ZIP = 5  # figures and letters of a postal code
WHOLE_CARD = 16
BRIEF = 2  # strange words of the other speaker that do not end a dictation
AGAIN = 6  # letters and figures from which on the same ones are no second piece
AGAIN_AT_ONCE = 2  # digits that are no second piece where other words say them again
KEY_WORD = 3  # words after a letter among which the one is that tells it
RECENT = 4  # numbers among which an item looks for the one that it goes on with
NUMERIC = (Kind.NUMBER, Kind.AGE, Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP)
Piece = tuple[Kind, list[Item], list[Cut]]
Reader = Callable[[list[Item], Kind], list[Cut]]


def pieces_of(scene: Scene, items: list[Item]) -> list[Piece]:
    """Items joined to numbers, with the ways to cut each."""
    spoken = spoken_in(scene.dialogue.lang, scene.lexicon)
    texts = [turn.text for turn in scene.dialogue.turns]

    read: dict[tuple[Kind, tuple[int, ...]], list[Cut]] = {}  # most are asked for several times

    def reader(piece_items: list[Item], kind: Kind) -> list[Cut]:
        key = kind, tuple(item.index for item in piece_items)
        if key not in read:
            read[key] = cuts(texts, piece_items, kind, spoken, scene.lexicon)
        return read[key]

    pieces: list[tuple[Kind, list[Item]]] = []
    for item in sorted(items, key=lambda i: i.index):
        at = len(pieces)
        for place in reversed(range(max(0, at - RECENT), at)):
            kind, piece_items = pieces[place]
            if _mends_letter(scene, kind, piece_items, item, reader):
                pieces.insert(place, (kind, [piece_items.pop()]))  # "ele, perdón, zeta"
                piece_items.append(item)
                break
            if not _follows(scene, kind, piece_items[-1], item):
                continue
            before, after = reader(piece_items, kind)[0], reader([item], kind)[0]
            again = _again(scene, kind, piece_items, item, before, after, reader)
            if again:
                # Said again, it is a number of its own; only a new start has pieces to come.
                pieces.insert(at if again == "start" else place, (item.kind, [item]))
                break
            mended = says_end_again(before.said, after.said) and (
                takes_back(
                    scene, piece_items[-1], item, after
                )  # "trente-quatre, pardon, trente-cinq"
            )
            told = [reader(i, k)[0].said for k, i in pieces if k is kind and i is not piece_items]
            ended = _is_end(scene, piece_items[0], before, after, told)
            apart = mended or ended or _parts(scene, kind, piece_items, item, before, after)
            if not apart and _joins(scene, kind, piece_items, item, reader):
                piece_items.append(item)
                pieces.append(pieces.pop(place))  # the last one to grow is the first to go on
                break
        else:
            pieces.append((item.kind, [item]))
    pieces.sort(key=lambda f: f[1][0].index)
    return _apart(
        [(kind, piece_items, reader(piece_items, kind)) for kind, piece_items in pieces], reader
    )


def _apart(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """Cuts up numbers that nobody said: both speakers take turns at reading another one back, or
    one says what is wrong and what is right in it."""
    whole = [(kind, piece_items, {cut.said for cut in ways}) for kind, piece_items, ways in pieces]

    def owner(kind: Kind, piece_items: list[Item], digits: str) -> int | None:
        """The longer number of others that holds some digits."""
        return next(
            (
                place
                for place, (other, items, ways) in enumerate(whole)
                if other is kind and items is not piece_items and any(digits in w for w in ways)
            ),
            None,
        )

    def is_pooled(kind: Kind, piece_items: list[Item], digits: str) -> bool:
        if len(piece_items) < 2 or owner(kind, piece_items, digits) is not None:
            return False
        pieces = [reader([item], kind)[0].said for item in piece_items]
        least = 2 if kind is Kind.ID else SLICE  # "KA", "74" of a plate
        owners = {owner(kind, piece_items, p) if len(p) >= least else None for p in pieces}
        return len(owners) == 1 and None not in owners

    def differ(kind: Kind, piece_items: list[Item]) -> bool:
        """Whether they are what two sayings of a number differ in: "not [82], [92]"."""
        if len(piece_items) < 2 or kind in COUNTED:
            return False
        others = (
            ways for other, items, ways in whole if other is kind and items is not piece_items
        )
        said = [reader([item], kind)[0].said for item in piece_items]
        return are_alternatives(said, sorted(set().union(*others)))

    def echo_before(kind: Kind, piece_items: list[Item]) -> int:
        """How many items are an echo of a piece, before another number is said whole; 0: none."""
        for place in range(1, len(piece_items)):
            if piece_items[place - 1].turn == piece_items[place].turn:
                continue
            rest = reader(piece_items[place:], kind)[0].said
            said_whole = any(
                rest in said and other is kind and items is not piece_items
                for other, items, said in whole
            )
            echo = reader(piece_items[:place], kind)[0].said
            if said_whole and len(echo) >= SLICE and echo in rest:
                return place
        return 0

    def said_again(kind: Kind, piece_items: list[Item]) -> tuple[int, int]:
        """Which items say those before them again, in another way: "552. Double five, two"."""
        said = [reader([item], kind)[0].said for item in piece_items]
        size = len(said)
        for start, end in ((i, j) for i in range(1, size) for j in range(i + 1, size + 1)):
            told = "".join(said[start:end])
            turns = {item.turn for item in piece_items[start - 1 : end]}
            first = next((n for n in range(start) if "".join(said[n:start]) == told), start)
            both = piece_items[first:start], piece_items[start:end]
            other = len({fold(" ".join(i.text for i in some)) for some in both}) > 1
            if first < start and other and len(told) >= AGAIN_AT_ONCE and len(turns) == 1:
                return start, end
        return 0, 0

    apart: list[Piece] = []
    for kind, piece_items, ways in pieces:
        start, end = (0, 0) if kind in COUNTED else said_again(kind, piece_items)
        if start and owner(kind, piece_items, ways[0].said) is None:
            echo, piece_items = piece_items[start:end], piece_items[:start] + piece_items[end:]
            apart.append((kind, echo, reader(echo, kind)))
            ways = reader(piece_items, kind)
        # "El 612 345 678. / 612. / 345. / 678.": 612678 is no number.
        if is_pooled(kind, piece_items, ways[0].said) or differ(kind, piece_items):
            apart += [(kind, [item], reader([item], kind)) for item in piece_items]
        elif place := echo_before(kind, piece_items):
            # "412. / Siete ocho nueve. / 53412789."
            both = (piece_items[:place], piece_items[place:])
            apart += [(kind, items, reader(items, kind)) for items in both]
        else:
            apart.append((kind, piece_items, ways))
    return sorted(apart, key=lambda piece: piece[1][0].index)


def _mends_letter(
    scene: Scene, kind: Kind, piece_items: list[Item], item: Item, reader: Reader
) -> bool:
    """Whether a letter takes the place of the one that a speaker has just said after a number."""
    if kind is not Kind.ID or item.kind is not Kind.ID or len(piece_items) < 2:
        return False
    last, after = reader(piece_items[-1:], kind)[0], reader([item], kind)[0]
    if not is_letter(last.said) or not is_letter(after.said):
        return False
    return takes_back(scene, piece_items[-1], item, after)


def is_letter(said: str) -> bool:
    """Whether what an item says is one letter."""
    return len(said) == 1 and said.isalpha()


def _follows(scene: Scene, kind: Kind, last: Item, item: Item) -> bool:
    """Whether an item may belong to a number of a kind whose last piece is `last`."""
    if (item.kind is not kind and item.kind is not Kind.LETTER) or item.kind is Kind.AGE:
        return False
    return continues(scene, last, item)


def _again(
    scene: Scene,
    kind: Kind,
    piece_items: list[Item],
    item: Item,
    before: Cut,
    after: Cut,
    reader: Reader,
) -> str:
    """ "end" where an item confirms the last digits, which the other speaker has just repeated;
    "start" where it says the number from its first digit on and goes further; else ""."""
    digits, more = before.said, after.said
    if kind in COUNTED and digits == more and fold(piece_items[-1].text) != fold(item.text):
        return "end"  # "cero coma cinco, 0,5"
    if more and digits.endswith(more) and (kind in COUNTED or len(set(more)) > 1):
        for number in range(piece_items[-1].turn + 1, item.turn):
            echoes = (i for i in scene.items_by_turn.get(number, ()) if i.kind is kind)
            if any(i.speaker != item.speaker and reader([i], kind)[0].said == more for i in echoes):
                return "end"
    least = SLICE if kind in COUNTED or piece_items[-1].turn == item.turn else 2
    if kind is Kind.ID and digits == more and len(more) >= AGAIN:
        return "start"  # a plate or a reference, said whole twice
    if kind not in COUNTED and nearly_same(digits, more):
        return "start"  # read back wrong, and then right
    begun = len(more) > len(digits) >= least and more.startswith(digits)
    return "start" if begun and len(set(digits)) > 1 else ""


def _is_end(scene: Scene, first: Item, before: Cut, after: Cut, told: list[str]) -> bool:
    """Whether what was said last is the end of another number, and is not begun anew with `after`
    ("552. Double five, two")."""
    digits = before.said
    ends = any(said != digits and said.endswith(digits) for said in told)
    begun = digits.startswith(after.said)
    return bool(digits) and ends and not begun and cued(scene, first, before, "tail")


def _parts(
    scene: Scene, kind: Kind, piece_items: list[Item], item: Item, before: Cut, after: Cut
) -> bool:
    """Whether one number ends before an item, since what comes before or after is whole."""
    digits, more = before.said, after.said
    first = piece_items[0].text
    if _is_whole(scene, kind, digits, first, more):
        return True
    if kind is Kind.ID and is_plate(digits) and is_plate_label(piece_items[0].label):
        # "GA 482" is a plate, and a piece of "GA 482 KR".
        return not is_plate(digits + more) or is_plate(more)
    if not _is_whole(scene, kind, more, item.text):
        return False
    if kind is not Kind.ID:
        return True  # "prefijo 94, el 94 423 45 67": whole by itself
    # A part of an identifier may look like another one: "ES91", then what would be an account.
    apart = digits in more or any(cued(scene, piece_items[0], before, k) for k in ("tail", "head"))
    return apart and not _is_whole(scene, kind, digits + more, first)


def _joins(scene: Scene, kind: Kind, piece_items: list[Item], item: Item, reader: Reader) -> bool:
    """Whether the words between a number and an item let it be the next piece."""
    if kind is not Kind.NUMBER or piece_items[-1].turn != item.turn:
        return True
    if "," in scene.between(piece_items[-1], item) and is_amount(
        scene, item, reader([item], kind)[0].numerals
    ):
        return False  # "dos, a [3] euros"
    # "entre tres y cinco": a joiner between amounts must make one number of them.
    cut = reader([*piece_items, item], kind)[0]
    if cut.numerals.joiners.isdisjoint(words(scene.between(piece_items[-1], item))):
        return True
    last = len(piece_items)
    spanned = (({t.item for t in slot.tokens}, slot) for slot in cut.slots)
    return any(last in places and len(places) > 1 for places, _ in spanned) or _open(cut, last)


def _open(cut: Cut, last: int) -> bool:
    """A joiner after round tens: it was meant to make one number ("treinta y cero")."""
    before = [s for s in cut.slots if s.tokens[-1].item < last]
    after = [s for s in cut.slots if s.tokens[0].item == last]
    if not before or not after or not cut.numerals.joins_tens:
        return False
    one, two = before[-1].reading, after[0].reading
    tens = one is not None and one.value >= 20 and one.value % 10 == 0
    return tens and two is not None and two.value < 10


def _is_whole(scene: Scene, kind: Kind, digits: str, first: str, more: str = "") -> bool:
    """Whether digits and letters are a whole identifier, so that more of them are another one."""
    if kind is Kind.PHONE:
        return is_whole(digits, first, scene.dialogue.lang, more)
    if kind is Kind.ZIP:
        return len(digits) >= WHOLE_ZIP
    if kind not in (Kind.ID, Kind.CARD):
        return False
    return repair_for(digits, kind) is not None and not (
        kind is Kind.CARD and len(digits) < WHOLE_CARD
    )


def continues(scene: Scene, one: Item, two: Item) -> bool:
    """Whether nothing but fillers (and the other speaker's "sí" or echo) stands between."""
    plain = _plain_words(scene.dialogue.lang, scene.lexicon, one.kind is Kind.ID)
    dictated = one.kind in (Kind.PHONE, Kind.CARD)
    counts = scene.lexicon.cues("count_word") if two.kind is Kind.NUMBER else {}
    if fold(two.text) in counts:
        return False  # "[two] [dozen]"
    numbers = one.kind is two.kind is Kind.NUMBER
    if numbers and any(
        _MEASURED.search(item.text) or is_measure_label(item.label) for item in (one, two)
    ):
        return False  # "[£29,400], [25] days", "[1m60], [58] kg", "[five foot nine], [ten stone]"
    if (
        numbers
        and two.cue == MONEY != one.cue
        and not one.text.isdecimal()
        and _FIGURE.match(two.text)
    ):
        return False  # "[Bostok] [210 euro]"
    if numbers and one.turn == two.turn and "," in scene.between(one, two):
        spoken = [any(map(str.isalpha, item.text)) for item in (one, two)]
        figures = [any(map(str.isdecimal, item.text)) for item in (one, two)]
        if spoken == figures[::-1] and spoken[0] != spoken[1]:
            return False  # "[three], [74] square metres"
    if one.turn == two.turn:
        gap = scene.between(one, two)
        strange = [w for w in _without_key_word(scene, one, gap) if w not in plain]
        marks = ".:;?!" if one.kind is Kind.NUMBER else ";?!" if dictated else ".;?!"
        if any(c in gap for c in marks):
            return False
        apart = _parting_words(scene.dialogue.lang, scene.lexicon)
        return not strange or (dictated and len(strange) <= BRIEF and apart.isdisjoint(strange))
    if one.speaker != two.speaker or two.turn - one.turn > 4:
        return False
    if one.kind is Kind.NUMBER and two.turn - one.turn > 2:
        return False
    if any(w not in plain for w in words(scene.after(one) + " " + scene.before(two))):
        return False
    brief = BRIEF if dictated or one.kind is Kind.ID else 0
    between = range(one.turn + 1, two.turn)
    return all(_only_fillers(scene, number, plain, brief) for number in between)


def _without_key_word(scene: Scene, one: Item, gap: str) -> list[str]:
    """The words after an item but for what tells its last letter: "[K] de kilo, [L]"."""
    keys = words(gap)
    if one.kind not in (Kind.LETTER, Kind.ID) or not keys:
        return list(keys)
    keys = tuple(word for key in keys for word in words(key.replace("'", " ")))
    if keys == ("d",):  # "A d'[Anatole]"
        return []
    keys = keys[reader(scene.lexicon).mark(list(keys), 0)[1] :]  # "[E] accent aigu, [V]"
    read = reader(scene.lexicon)
    at = 0 if bare_key_word(read, gap) else key_word_at(read, keys, KEY_WORD)
    tokens = tokens_of(one, scene.lexicon) if at >= 0 else []
    letter = fold(tokens[-1].letters) if tokens and tokens[-1].style != "word" else ""
    told = letter and keys[at].startswith(letter[-1])
    return list(keys[at + 1 :] if told else keys)


@lru_cache(maxsize=64)
def _plain_words(lang: str, lexicon: Lexicon, labels: bool) -> frozenset[str]:
    """Words that may stand between two pieces of a number; in an identifier "letra", "luego"."""
    plain = lexicon.fillers
    for numerals in spoken_in(lang, lexicon):
        plain |= numerals.joiners | lexicon_beside(lexicon, numerals.lang).fillers
        plain |= numerals.forms("repeat")
        if labels:
            plain |= numerals.forms("label") | numerals.forms("next")
    return plain


@lru_cache(maxsize=64)
def _parting_words(lang: str, lexicon: Lexicon) -> frozenset[str]:
    """Words after which a number starts anew: "no", "perdón", "o", "últimas"."""
    parting: set[str] = set()
    for numerals in spoken_in(lang, lexicon):
        for klass in ("or", "tail", "head", "from", "to"):
            parting |= numerals.forms(klass)
        beside = lexicon_beside(lexicon, numerals.lang)
        phones = (cue for cue, kind in beside.cues("number").items() if kind == "phone")
        for cue in (*beside.cues("correction"), *beside.cues("contrast"), *phones):
            parting |= set(cue.split())
    return frozenset(parting)


def _only_fillers(scene: Scene, number: int, plain: frozenset[str], brief: int) -> bool:
    """Whether a turn between two pieces says nothing of its own, or is a word or two long."""
    text = scene.dialogue.turns[number].text
    spelled = (*NUMERIC, Kind.LETTER)
    labelled = scene.items_by_turn.get(number, [])
    for item in reversed([i for i in labelled if i.kind in spelled]):
        text = text[: item.start] + " " + text[item.end :]
    said = words(text)
    numbers = any(i.kind in spelled for i in labelled)
    if numbers and not _parting_words(scene.dialogue.lang, scene.lexicon).isdisjoint(said):
        return False  # "no, treinta" says another number
    strange = [w for w in said if w not in plain]
    return not strange or (len(strange) <= brief and all(i.kind in spelled for i in labelled))
