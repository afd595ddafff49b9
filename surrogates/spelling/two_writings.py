"""Letters that are written in two ways: "mit [Ö] oder [O] [E]", "mit [ß] oder [ss]", "con [eñe] o
con [ene]". What was said in the one is said of the new name in the same one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from surrogates import notices
from surrogates.folding import OWN_LETTERS, digraphs, fold, letters_only
from surrogates.labels import Kind
from surrogates.languages.letters import COMBINING, Token
from surrogates.people.letter_needs import WRITTEN_OUT, Saying, SpellNeed
from surrogates.scene import Scene
from surrogates.spelling.marked_letters import OWN_OF
from surrogates.spelling.names import Named, words_of
from surrogates.spelling.run import Run, Spot, letter_tokens

_UMLAUTS = {"ae": "ä", "oe": "ö", "ue": "ü"}
_SHARP = {"ß": "ss", "ss": "ß"}
TWO_WRITINGS = "two writings"  # the fact of a run
MARKED = ("marked", TWO_WRITINGS)  # facts about marks


def said_in_two_ways(scene: Scene, spots: list[Spot], near: Iterable[Named]) -> Run | None:
    """Letters that are one of the two writings of a name near them, linked to it; or None."""
    tokens = [token for spot in spots for token in spot.tokens]
    if any(token.style == "word" for token in tokens):
        return None
    said = "".join(_said(token) for token in tokens)
    people = [named for named in near if named.is_person]
    if scene.lexicon.lang != "de":
        return _own_or_plain(scene, spots, said, people)
    wide = said if said in _UMLAUTS else digraphs(said)
    if wide in _UMLAUTS:
        for named in people:
            if wide in letters_only(digraphs(named.text)) and wide not in named.letters:
                return _run(spots, named, Saying(COMBINING["diaeresis"], "mark"))
        for named in people:
            if wide in WRITTEN_OUT.findall(named.letters):
                return _run(spots, named, Saying("", "written out"))
    for named in people if said in _SHARP else ():
        own = next((each for each in _SHARP if each in named.text.lower()), "")
        if own and (own != said or own == "ß" or _is_argued(scene, tokens[0])):
            return _run(spots, named, Saying(own), said)
    return None


def _own_or_plain(
    scene: Scene, spots: list[Spot], said: str, people: Sequence[Named]
) -> Run | None:
    """ "con [eñe] o con [ene]": both stay, and the name has the one that it had."""
    own = OWN_OF.get(said, "")
    holder = next((n for n in people if own in n.text.lower()), None) if own else None
    if holder is None or not _is_argued(scene, spots[0].tokens[0], own):
        return None
    return _run(spots, holder, Saying(own), said)


def _said(token: Token) -> str:
    """The letters of a token as they are written: "ss" is not "ß", nor is "ue" an "ü"."""
    text = token.text.lower()
    return text if text in _UMLAUTS or text in _SHARP else token.letters.lower()


def _is_argued(scene: Scene, token: Token, own: str = "ß") -> bool:
    """Whether a letter of its own is said near what stands for it."""
    near = range(token.item.turn - 1, token.item.turn + 2)
    items = (item for turn in near for item in scene.items_by_turn.get(turn, ()))
    letters = (item for item in items if item.kind is Kind.LETTER)
    return any(_said(t) == own for item in letters for t in letter_tokens(scene, item))


def _run(spots: list[Spot], holder: Named, saying: Saying, named: str = "") -> Run:
    need = SpellNeed(sayings=frozenset({saying}))
    return Run(spots, holder.target, fact=TWO_WRITINGS, named=named, need=need)


def umlaut_of(scene: Scene, run: Run, name: str) -> str:
    """The umlaut of a new name, or two letters that stand for one, written as the run's were."""
    written = WRITTEN_OUT.findall(letters_only(fold(name)))
    letter = next((c for c in name.lower() if c in _UMLAUTS.values()), "")
    letter = letter or next((_UMLAUTS[pair] for pair in written), "")
    if not letter:
        scene.raise_issue(notices.ANY_LETTER, run.items[0])
        return letters_only(name)[-len(run.letters) :]
    narrow = len(run.tokens) == 1 and _said(run.tokens[0]) not in _UMLAUTS
    return letter if narrow else digraphs(letter)


def written(run: Run, letters: str) -> list[str]:
    """What each token of a run says now."""
    tokens = run.tokens
    if run.named:  # of "ß" and "ss" each stays what it is
        return [token.text for token in tokens]
    parts = [letters] if len(tokens) == 1 else [letters[:1], letters[1:]]
    upper = (token.text.isupper() for token in tokens)
    return [part.upper() if up else part for part, up in zip(parts, upper, strict=True)]


def left_out(need: SpellNeed, named: Named, names: Iterable[Named]) -> tuple[Named, SpellNeed]:
    """Whose letters a remark is about that a sign was left out ("[caamano], sin eñe"), and what it
    asks: another writing of the name has the sign, and the new name needs one."""
    lacking = {s for s in need.sayings if not s.true and _is_sign(s)}
    spelled = {letters_only(word) for word in words_of(named.text) or [named.text]}
    for other in names if lacking else ():
        if not other.is_person or spelled.isdisjoint(_plainly(other.text)):
            continue
        had = {s for s in lacking if s.holds(other.text)}
        if had and not any(s.holds(named.text) for s in had):
            rest = need.sayings - lacking if other.target == named.target else frozenset()
            return other, replace(need, sayings=rest | {replace(s, true=True) for s in had})
    return named, need


def _is_sign(saying: Saying) -> bool:
    """Whether it is about a sign that a writing may lack: a mark, an apostrophe, a ñ."""
    return saying.place in ("mark", "sign") or bool(OWN_LETTERS.intersection(saying.part))


def _plainly(name: str) -> set[str]:
    """How a name is written without its signs: "moellering" and "mollering" of "Möllering"."""
    return {letters_only(name), letters_only(digraphs(name))}
