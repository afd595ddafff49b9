"""Letters spelled out: they follow the name that they spell, or are drawn where they spell none.

`read_runs` links letters to names before anything is drawn (a spelled name asks for a surrogate of
its length); `fill` writes the letters afterwards.
"""

import re
from dataclasses import dataclass, field

from surrogates import draw
from surrogates.cast import Cast
from surrogates.figures import continues
from surrogates.folding import apply_case, case_pattern, fold, letters_only, words
from surrogates.identity import SpellNeed
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import SPELLING_JOINERS, Scene
from surrogates.types import N_, Constraint, EntityCard

# Letters that a speaker names because the ear does not tell them.
CONFUSABLE = frozenset("bvgjhczskqyxmn")
_TOKEN = re.compile(r"[^\W\d_]+")


@dataclass
class Token:
    """A letter (style char or spoken) or a key word at [start, end) of its item."""

    item: Item
    start: int
    end: int
    letters: str
    style: str  # "char" | "spoken" | "word"

    @property
    def text(self) -> str:
        return self.item.text[self.start : self.end]


@dataclass
class Run:
    """Letters that one speaker says in a row; `target` is the (role, key) that they spell."""

    tokens: list[Token]
    target: tuple[str, str] | None = None
    fact: str = ""  # "first" or "holds": one letter that the name has
    offset: int = 0
    need: SpellNeed = field(default_factory=SpellNeed)

    @property
    def letters(self) -> str:
        return "".join(t.letters for t in self.tokens if t.style != "word")

    @property
    def items(self) -> list[Item]:
        return list({t.item.index: t.item for t in self.tokens}.values())


def tokens_of(item: Item, lexicon: Lexicon) -> list[Token]:
    """Letters and key words of an item, in order."""
    spoken = lexicon.spoken_letters
    found = [(m.start(), m.end()) for m in _TOKEN.finditer(item.text)]
    tokens: list[Token] = []
    i = 0
    while i < len(found):
        if _is_joint(item, found, i, tokens):
            # "R de Roma": here "de" is no letter, and the next word is a key word.
            start, end = found[i + 1]
            key = fold(item.text[start:end])
            tokens.append(Token(item, start, end, key[0], "word"))
            i += 2
            continue
        for size in (3, 2, 1):
            last = i + size - 1
            if last >= len(found):
                continue
            start, end = found[i][0], found[last][1]
            key = fold(item.text[start:end])
            if len(key) == 1:
                tokens.append(Token(item, start, end, key, "char"))
            elif key in spoken:
                tokens.append(Token(item, start, end, fold(spoken[key]), "spoken"))
            elif size > 1 or key in SPELLING_JOINERS:
                continue
            else:
                tokens.append(Token(item, start, end, key[0], "word"))
            i = last
            break
        i += 1
    return tokens


def _is_joint(item: Item, found: list[tuple[int, int]], i: int, tokens: list[Token]) -> bool:
    """Whether word i joins a letter with a key word that begins with it."""
    if not tokens or tokens[-1].style == "word" or i + 1 >= len(found):
        return False
    after = fold(item.text[slice(*found[i + 1])])
    return (
        fold(item.text[slice(*found[i])]) in SPELLING_JOINERS
        and len(after) > 1
        and after.startswith(tokens[-1].letters[:1])
    )


def read_runs(scene: Scene, items: list[Item], cast: Cast) -> list[Run]:
    """Runs of letters, each linked to the name that it spells where there is one."""
    runs: list[Run] = []
    for item in items:
        tokens = tokens_of(item, scene.lexicon)
        if not tokens:
            continue
        for run in reversed(runs[-4:]):
            if continues(scene, run.items[-1], item) and any(t.style != "word" for t in tokens):
                run.tokens += tokens
                break
        else:
            runs.append(Run(tokens))
    for run in runs:
        _link_whole(run, cast)
    for run in runs:
        if run.target is None:
            _link_echo(run, runs)
    return [single for run in runs for single in _facts(scene, run, cast)]


def _facts(scene: Scene, run: Run, cast: Cast) -> list[Run]:
    """A run that spells nothing, cut into letters that are each said of a name before it."""
    if run.target is not None:
        return [run]
    if len(run.tokens) in (2, 3):
        singles = [Run([token]) for token in run.tokens]
        for single in singles:
            _link_fact(scene, single, cast)
        if all(single.target is not None for single in singles):
            return singles
    _link_fact(scene, run, cast)
    return [run]


def needs_of(runs: list[Run]) -> dict[tuple[str, str], SpellNeed]:
    """What the spellings ask of each name."""
    return {run.target: run.need for run in runs if run.target is not None and run.need.asks}


def _link_whole(run: Run, cast: Cast) -> None:
    letters = fold(run.letters)
    if len(letters) < 2:
        return
    for unit in cast.all_units():
        if unit.role != "initial" and not unit.cut and letters_only(unit.key) == letters:
            run.target = (unit.role, unit.key)
            keyed, taken = _key_words(run)
            run.need = SpellNeed(length=len(letters), keyed=keyed, taken=taken)
            return
    if len(letters) < 3:
        return
    for unit in cast.all_units():
        if unit.role != "initial" and letters_only(unit.key).startswith(letters):
            run.target = (unit.role, unit.key)
            run.need = SpellNeed(length=len(letters_only(unit.key)))
            return


def _key_words(run: Run) -> tuple[frozenset[int], frozenset[str]]:
    """Positions of the letters that are said with a key word, and the words' first letters."""
    positions: set[int] = set()
    taken: set[str] = set()
    said = 0
    for token in run.tokens:
        if token.style == "word":
            positions.add(max(said - 1, 0))
            taken.add(token.letters)
        else:
            said += len(token.letters)
    return frozenset(positions), frozenset(taken)


def _link_echo(run: Run, runs: list[Run]) -> None:
    for other in runs:
        if other is run or other.target is None or other.fact or not run.letters:
            continue
        place = other.letters.find(run.letters)
        if place >= 0 and abs(other.items[0].turn - run.items[0].turn) <= 4:
            run.target, run.offset = other.target, other.offset + place
            return


def _link_fact(scene: Scene, run: Run, cast: Cast) -> None:
    """ "Vila, con uve": one letter (or its key word) said of the name before it."""
    letters = fold(run.letters)
    named = ""
    if not letters and len(run.tokens) == 1:
        named = _named_outside(scene, run.tokens[0])
        letters = named or run.tokens[0].letters
    if len(letters) != 1:
        return
    first = run.items[0]
    before = [
        u
        for u in cast.all_units()
        if u.role != "initial"
        and letters in u.key
        and u.item.index < first.index
        and first.turn - u.item.turn <= 2
    ]
    if not before:
        return
    unit = max(before, key=lambda u: (u.item.index, u.start))
    run.target = (unit.role, unit.key)
    run.fact = "first" if unit.key.startswith(letters) else "holds"
    wanted = frozenset(letters) if named else CONFUSABLE
    run.need = SpellNeed(first=wanted) if run.fact == "first" else SpellNeed(holds=wanted)


def _named_outside(scene: Scene, token: Token) -> str:
    """The letter named outside the span before a key word ("con be de [Barcelona]")."""
    parts = words(scene.before(token.item))
    if not parts or parts[-1] not in SPELLING_JOINERS:
        return ""
    for size in (2, 1):
        key = " ".join(parts[-1 - size : -1])
        if key in scene.lexicon.spoken_letters:
            return scene.lexicon.spoken_letters[key][:1]
        if len(key) == 1:
            return key
    return ""


def fill(scene: Scene, items: list[Item], runs: list[Run], cast: Cast) -> None:
    """Writes surrogates of all LETTER items."""
    fresh: dict[str, str] = {}
    told: dict[tuple[str, str], str] = {}  # letters said already of each name
    longest_first = sorted(runs, key=lambda r: -len(r.letters))
    texts: dict[int, str] = {item.index: item.text for item in items}
    edits: dict[int, list[tuple[Token, str]]] = {}
    for run in longest_first:
        letters = _new_letters(scene, run, cast, fresh, told)
        position = 0
        for token in run.tokens:
            if token.style == "word":
                letter = letters[max(position - 1, 0)] if letters else ""
                new = _key_word(scene, token, letter)
            else:
                size = len(token.letters)
                new = _say(scene, token, letters[position : position + size])
                position += size
            edits.setdefault(token.item.index, []).append((token, new))
        _card(scene, run)
    for item in items:
        for token, new in sorted(edits.get(item.index, []), key=lambda e: -e[0].start):
            text = texts[item.index]
            texts[item.index] = text[: token.start] + new + text[token.end :]
        if item.index not in edits:
            texts[item.index] = "[LETTER]"
        scene.surrogates[item.index] = texts[item.index]


def _new_letters(
    scene: Scene,
    run: Run,
    cast: Cast,
    fresh: dict[str, str],
    told: dict[tuple[str, str], str],
) -> str:
    if run.target is not None:
        form = cast.forms.get(run.target, "")
        name = "".join(c for c in form.casefold() if c.isalpha()).replace("ñ", "\0")
        spelled = fold(name).replace("\0", "ñ")
        if run.fact and spelled:
            letter = _fact_letter(run, spelled, told.get(run.target, ""))
            told[run.target] = told.get(run.target, "") + letter
            return letter
        part = spelled[run.offset : run.offset + len(run.letters)]
        if len(part) == len(run.letters):
            return part
        keys = tuple(i.key for i in run.items)
        scene.raise_issue(
            "SPELLING_MISMATCH",
            "warn",
            run.items[0],
            N_("The letters and the name that they spell differ in length."),
            keys,
            (Constraint("placeholder", keys),),
        )
    letters = run.letters
    for long, drawn in fresh.items():
        if len(letters) > 1 and letters in long:
            start = long.index(letters)
            return drawn[start : start + len(letters)]
    stream = draw.Stream(scene.seed("letters", letters, run.items))
    options = "abcdefghijklmnopqrstuvxyz"
    made = "".join(stream.choice(options.replace(c, "")) for c in letters)
    fresh[letters] = made
    if not letters:
        return stream.choice(options.replace(run.tokens[0].letters, ""))
    return made


def _fact_letter(run: Run, spelled: str, told: str) -> str:
    if run.fact == "first":
        return spelled[0]
    asked = run.need.holds
    # Two letters of one name stay two letters; a key word after a fixed letter keeps that letter.
    left = [c for c in spelled if c not in told] or list(spelled)
    return next((c for c in left if c in asked), left[0] if len(asked) > 1 else spelled[0])


def _say(scene: Scene, token: Token, letters: str) -> str:
    if not letters:
        return "[LETTER]"
    if token.style == "char":
        return letters.upper() if token.text.isupper() else letters
    names = [scene.lexicon.letters.get(c, c) for c in letters]
    if len(letters) == 2 and letters[0] == letters[1]:
        names = [f"doble {names[0]}"] if scene.lexicon.lang == "es" else names
    return apply_case(" ".join(names), case_pattern(token.text))


def _key_word(scene: Scene, token: Token, letter: str) -> str:
    key = fold(token.text)
    sets = scene.lexicon.alphabet
    used = next(
        (s for s in ("nato", "common") if key in map(fold, sets.get(s, {}).get(key[:1], ()))),
        "common",
    )
    stream = draw.Stream(scene.seed("key word", key, [token.item]))
    options = [*sets.get(used, {}).get(letter, ()), *sets.get("common", {}).get(letter, ())]
    ordered = options if used == "nato" else stream.shuffled(options)
    # Common nouns for common nouns, names of towns for names of towns, as far as there are any.
    for word in sorted(ordered, key=lambda w: w.islower() != token.text.islower()):
        if fold(word) != key and scene.allowed(word):
            scene.claim(word)
            return word.lower() if token.text.islower() else word
    return "[LETTER]"


def _card(scene: Scene, run: Run) -> None:
    first = run.items[0]
    scene.cards.append(
        EntityCard(
            key=f"letter:{first.key}",
            kind="letter",
            label=first.label,
            mentions=tuple(i.key for i in run.items),
            original=run.letters,
            surrogate="",
            lang=scene.lexicon.lang,
            links=("spells",) if run.target is not None else (),
        )
    )
