"""Letters that are labelled for the mark that they carry: "con [eñe]", "mit [ö]", "avec un accent
sur le [E]", "con acento en la primera [a]".

A letter of its own (ñ, ç, ß) stays; any other is the one of the new name that carries the mark.
"""

from surrogates import notices
from surrogates.folding import OWN_LETTERS, fold, letters_only, plain_letter
from surrogates.languages.letters import COMBINING, WORD, Token, reader, said
from surrogates.people.letter_needs import Saying, SpellNeed, marked_letter, marks_of
from surrogates.scene import Scene
from surrogates.spelling.names import Named
from surrogates.spelling.run import Run
from surrogates.spelling.sayings import marks_meant, place_said

VOWELS = "aeiou"
LOOK_AHEAD = 8  # words after a letter in which its mark and its place are named
LOOK_BACK = 8  # words before a letter in which its mark is named
OWN_OF = {"c": "ç", "n": "ñ"}
_ENDS = {"first": "initial", "last": "final"}


def link_marked(scene: Scene, run: Run, near: list[Named]) -> bool:
    """Whether a letter is said of a name near it for its mark; then it is linked to the name."""
    token = run.tokens[0]
    if len(run.tokens) > 1 or token.style == "word":
        return False
    letter = token.letters
    if len(letter) != 1:
        return False
    own = letter if letter in OWN_LETTERS else _own_letter(scene, token)
    holder = next((n for n in near if own in n.text.lower()), None) if own else None
    if holder is not None:
        run.target, run.fact, run.named = holder.target, "holds", letter
        run.need = SpellNeed(sayings=frozenset({Saying(own)}))
        return True
    marks, which, true = marks_of(letter), "", True
    if not marks:
        marks, which, true = _marks_beside(scene, token)
    return bool(marks) and _link(run, near, marks, which, true=true)


def _own_letter(scene: Scene, token: Token) -> str:
    """The letter of its own that a span names with a word outside it: "[c] cédille"."""
    read, key = reader(scene.lexicon), said(token.text)
    before = [said(word) for word in WORD.findall(scene.before(token.item))][-1:]
    after = [said(word) for word in WORD.findall(scene.after(token.item))[:1]]
    for size in ((*before, key), (key, *after)):  # "scharfes [S]", "[ce] trencada"
        whole = read.spoken.get(" ".join(size), "")
        if whole in OWN_LETTERS:
            return whole
    marked = bool(after) and read.mark(after, 0)[0] in ("cedilla", "tilde")
    return OWN_OF.get(token.letters, "") if marked else ""


def _link(run: Run, near: list[Named], marks: frozenset[str], which: str, *, true: bool) -> bool:
    """Links a letter to the name near it that has it, with the mark if any has."""
    people = [n for n in near if n.is_person and run.letters in n.letters]
    people.sort(key=lambda n: fold(marked_letter(n.text, "".join(marks))) != run.letters)
    if not people:
        return False
    meant = "".join(sorted(marks_meant(marks, people[0].text.lower())))
    run.target, run.fact = people[0].target, "marked"
    place = f"marked {which}" if which and true else "mark"
    run.need = SpellNeed(sayings=frozenset({Saying(meant, place, true)}))
    return True


def _marks_beside(scene: Scene, token: Token) -> tuple[frozenset[str], str, bool]:
    """The marks that are named outside the span of a letter, on which of its letters it stands
    ("first", "final" ... or any: ""), and whether it does at all: "sin acento en la [a]"."""
    read, item = reader(scene.lexicon), token.item
    keys = [said(word) for word in WORD.findall(scene.before(item))][-LOOK_BACK:]
    after = [said(word) for word in WORD.findall(scene.after(item))[:LOOK_AHEAD]]
    upon, without = scene.lexicon.signs("upon"), scene.lexicon.signs("without")
    for at in range(len(keys)):
        kind, taken = read.mark(keys, at)
        rest = " ".join(map(fold, keys[at + taken :]))
        if kind and (rest in upon or (not rest and scene.lexicon.lang == "eu")):
            true = not any(" ".join(keys[max(at - n, 0) : at]) in without for n in (1, 2, 3))
            place = _ENDS.get(place_said(read, after, 0)[0], "")
            return _signs(kind), upon.get(rest, "") or place, true
    marks, size = marks_after(scene, token)
    return marks, _ENDS.get(place_said(read, after[size:], 0)[0], "") if marks else "", True


def marks_after(scene: Scene, token: Token) -> tuple[frozenset[str], int]:
    """The marks that are named right behind a letter, and in how many words: "[e] tancada"."""
    read = reader(scene.lexicon)
    after = [said(word) for word in WORD.findall(scene.after(token.item))[:LOOK_AHEAD]]
    named = read.match([said(token.text), *after], 0)
    if named is not None and len(named[1]) == 1 and marks_of(named[1]):
        return marks_of(named[1]), named[2] - 1
    kind, size = read.mark(after, 0) if after else ("", 0)
    return _signs(kind), size


def _signs(kind: str) -> frozenset[str]:
    return frozenset({COMBINING[kind]} if kind in COMBINING else ())


def letter_with_mark(scene: Scene, run: Run, name: str) -> str:
    """The letter of a new name that carries the mark of a run's, as that one is written."""
    (saying,) = run.need.sayings
    letter = marked_letter(name, saying.part, saying.place.partition(" ")[2])
    if not saying.true:
        plain = (c for c in letters_only(name) if c in VOWELS)
        letter = next(plain, "") if not letter else ""
    if not letter:
        scene.raise_issue(notices.ANY_LETTER, run.items[0])
        return letters_only(name)[-len(run.letters) :]
    return letter if marks_of(run.tokens[0].letters) else plain_letter(letter)
