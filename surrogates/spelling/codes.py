"""Letters of a labelled code that are said near it: "[G12 8TB]. [G] for Golf", "[LE], as in ...".

They are no letters of a name and none of their own: the surrogate of the code has them.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import groupby

from surrogates import draw
from surrogates.folding import fold, plain_letter, signs_only, words
from surrogates.labels import NAMES, Kind, kind_of
from surrogates.languages.letters import Token, says_letters
from surrogates.people.cast import Cast
from surrogates.rewrite import Item
from surrogates.scene import SPELLING_JOINERS, Scene
from surrogates.spelling.facts import cue_before
from surrogates.spelling.names import NEAR, SpelledNames, named_in
from surrogates.spelling.read_out import CODES, read_out
from surrogates.spelling.run import NOWHERE, Said, follows_joiner, letter_tokens

LETTERS = "bcdfghjklmnprstvwxyz"
LONGEST = 4  # letters of a code that are said in a row
MISREAD = 2  # letters of a code that is known by all but one of them
CHOICE = 2  # letters of which one may be the code's, and the other not


def letters_of_codes(
    scene: Scene, items: Sequence[Item], cast: Cast, checks: Set[int]
) -> dict[int, Said]:
    """Which LETTER items say letters of a code, and which of it.

    `checks`: letters that may complete the code before them; of one after them they are none.
    """
    codes = [item for item in scene.items if item.kind in CODES and _letters(item)]
    letters = scene.of_kind(items, Kind.LETTER)
    if not codes or not letters:
        return {}
    names = SpelledNames(named_in(scene, cast), scene.lexicon)
    found = {p.item.index: Said(p.code, p.places, by_words=p.by_words) for p in read_out(scene)}
    letters = [item for item in letters if item.index not in found]
    last: dict[int, int] = {}  # code -> the place of its letter that was said last
    asked: tuple[str, Item] | None = None  # the letters said last, and where
    for row in _rows(letters):
        tokens = [(item, letter_tokens(scene, item)) for item in row]
        plain = [(item, some) for item, some in tokens if says_letters(some)]
        key_words = [
            item
            for item, some in tokens
            if [t.style for t in some] == ["word"]
            and (follows_joiner(scene, some[0]) or _tells(scene, letters, some[0]))
        ]
        if not plain:
            found |= _by_words(scene, names, tokens, _near(codes, row[0], checks))
        if not plain or len(plain) + len(key_words) < len(tokens):
            continue
        said = [(item, _said(some)) for item, some in plain]
        whole = "".join(letters for _, letters in said)
        long = len(whole) > LONGEST and whole not in map(_letters_in, codes)
        if long or (len(whole) > 1 and names.whole(whole, row[0])):
            continue
        if asked is not None and asked[0] == whole and _answers(scene, asked[1], row[0]):
            before_it = found.get(asked[1].index)
            last |= {before_it.item.index: before_it.places[0] - 1} if before_it else {}
        asked = whole, row[0]
        for code in _near(codes, row[0], checks):
            if _name_is_meant(scene, names, plain[0][1][0], whole, code):
                continue
            places = _places(said, code, last.get(code.index, -1))
            if places:
                for (item, _), at in zip(said, places, strict=True):
                    if at:
                        found[item.index] = Said(code, at)
                        last[code.index] = at[-1]
                break
        before: Item | None = None
        for item in row:  # "[K] de [kilo]": the key word goes with its letter
            if item in key_words and before is not None and before.index in found:
                found[item.index] = found[before.index]
            before = item
    return found


def _answers(scene: Scene, asked: Item, answer: Item) -> bool:
    """Whether letters that were asked about are said again: "Capital [T]?" "Capital [T]"."""
    return (
        answer.turn == asked.turn + 1
        and answer.speaker != asked.speaker
        and scene.after(asked).lstrip().startswith("?")
    )


def _by_words(
    scene: Scene,
    names: SpelledNames,
    row: Sequence[tuple[Item, Sequence[Token]]],
    codes: Sequence[Item],
) -> dict[int, Said]:
    """Words that say letters of a code, and no letter beside them: "[Kilo], [lima], [mama]"."""
    if any(token.style != "word" for _, tokens in row for token in tokens):
        return {}
    said = [(item, "".join(plain_letter(t.letters[0]) for t in tokens)) for item, tokens in row]
    whole = "".join(letters for _, letters in said)
    if len(whole) < MISREAD or names.whole(whole, row[0][0]):
        return {}
    code = next((code for code in codes if whole in _letters_in(code)), None)
    if code is None:
        return {}
    places = _places(said, code, -1)
    return {
        item.index: Said(code, at, by_words=True)
        for (item, _), at in zip(said, places, strict=True)
    }


def _tells(scene: Scene, letters: Sequence[Item], word: Token) -> bool:
    """Whether a word tells the letter right before it, without "de" or the like: "[L], [Lugo]"."""
    before = next((i for i in letters if i.index == word.item.index - 1), None)
    if before is None or before.turn != word.item.turn:
        return False
    tokens = letter_tokens(scene, before)
    said = fold(tokens[-1].letters) if tokens and tokens[-1].style != "word" else ""
    gap = scene.between(before, word.item)
    return said != "" and word.letters.startswith(said[-1:]) and not gap.strip(" ,–-")


def _letters(item: Item) -> list[int]:
    """Places of letters among the letters and figures of a code that is written in both."""
    if kind_of(item.label) is Kind.LETTER:
        return []
    chars = signs_only(item.text)
    if not any(c.isdecimal() for c in chars) and not item.text.isupper():
        return []  # said in words, or a password
    return [k for k, sign in enumerate(chars) if sign.isalpha()]


def _letters_in(code: Item) -> str:
    chars = signs_only(code.text)
    return "".join(chars[k] for k in _letters(code))


def _rows(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Letters that one turn says, nothing else being labelled between them."""
    numbered = enumerate(items)
    for _, row in groupby(numbered, key=lambda pair: (pair[1].turn, pair[1].index - pair[0])):
        yield [item for _, item in row]


def _said(tokens: Sequence[Token]) -> str:
    return "".join(fold(token.letters) for token in tokens if token.style != "word")


def _near(codes: Sequence[Item], item: Item, checks: Set[int]) -> list[Item]:
    """Codes in this turn and those beside it, the likeliest first."""
    near = [
        code
        for code in codes
        if abs(code.turn - item.turn) <= NEAR
        and (code.index < item.index or item.index not in checks)
    ]
    return sorted(near, key=lambda code: (abs(code.turn - item.turn), code.index > item.index))


def _name_is_meant(
    scene: Scene, names: SpelledNames, token: Token, letters: str, code: Item
) -> bool:
    """Whether the letters are said of a name that stands nearer: "Karen, with a K"."""
    item, cued = token.item, cue_before(scene, token)
    said = fold(token.letters) if cued else letters  # "with a [K], not a [Q]"
    if name_told_by(scene, item, said) is not None:
        return False
    holders = (abs(n.item.index - item.index) for n in names.near(item) if said in n.letters)
    nearest = min(holders, default=None)
    if nearest is None:
        return False
    away = abs(code.index - item.index)
    return nearest <= away if cued else nearest < away


def name_told_by(scene: Scene, letter: Item, said: str) -> Item | None:
    """A name right behind a letter that tells it: "[K] [Karim]", "[L] wie [Lea]"."""
    name = next((i for i in scene.items_by_turn[letter.turn] if i.index == letter.index + 1), None)
    if name is None or name.kind not in (*NAMES, Kind.PLACE):
        return None
    gap = scene.between(letter, name)
    beside = SPELLING_JOINERS.issuperset(words(gap)) and not any(c in gap for c in ".;:!?")
    return name if beside and said and fold(name.text).startswith(said[0]) else None


def _places(said: Sequence[tuple[Item, str]], code: Item, last: int) -> list[tuple[int, ...]]:
    """The places in a code of what each item says, in a row if they can be; () of a letter that is
    none of it."""
    places = _letters(code)
    letters = _letters_in(code)
    whole = "".join(text for _, text in said)
    after = sum(place <= last for place in places)
    at = letters.find(whole, after)
    at = letters.find(whole) if at < 0 else at
    if at < 0 and len(said) > CHOICE:
        return _misread(said, letters, places)
    found: list[tuple[int, ...]] = []
    for _, text in said:
        start = at
        if at < 0:
            start = letters.find(text, after)
            start = letters.find(text) if start < 0 else start
        if start < 0:
            found.append(())  # "a J or a G?"
            continue
        found.append(tuple(places[start : start + len(text)]))
        after = start + len(text)
        at = after if at >= 0 else at
    return found if any(found) else _misread(said, letters, places)


def _misread(
    said: Sequence[tuple[Item, str]], letters: str, places: list[int]
) -> list[tuple[int, ...]]:
    """The places of letters that are those of the whole code but for one, which has none."""
    whole = "".join(text for _, text in said)
    if len(whole) < MISREAD or len(whole) != len(letters):
        return []
    if sum(map(str.__ne__, whole, letters)) != 1:
        return []
    at = 0
    found: list[tuple[int, ...]] = []
    for _, text in said:
        spans = zip(text, letters[at:], places[at:], strict=False)
        found.append(tuple(place if one == two else NOWHERE for one, two, place in spans))
        at += len(text)
    return found


def letters_now(scene: Scene, said: Said) -> str:
    """What stands at the same places of the code's surrogate; "" where it has no such signs."""
    chars, were = signs_only(scene.surrogates.get(said.item.index, "")), signs_only(said.item.text)
    if len(chars) != len(were):
        return ""
    if any(chars[k].isalpha() != were[k].isalpha() for k in said.places if k != NOWHERE):
        return ""
    stream = draw.Stream(scene.seed("letters", "", [said.item]))
    others = [c for c in LETTERS if c not in chars and c not in signs_only(said.item.text)]
    return "".join(stream.choice(others) if k == NOWHERE else chars[k] for k in said.places)
