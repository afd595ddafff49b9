"""Labelled letters that are said to stand twice: "mit zwei [N]", "[r] birekin", "pas deux [F]"."""

from collections.abc import Set
from functools import lru_cache

from surrogates import notices
from surrogates.folding import fold, words
from surrogates.languages.letters import Token
from surrogates.languages.lexicon import Lexicon
from surrogates.people.letter_needs import Saying, SpellNeed, twice_in_a_row
from surrogates.scene import Scene
from surrogates.spelling.names import Named
from surrogates.spelling.run import CONFUSABLE, MIN_NAME, PAIRS, Run


def link_twice(scene: Scene, run: Run, letter: str, near: list[Named]) -> bool:
    """Links a letter that is said to stand twice to a name that has it so; or once, where that is
    denied."""
    times = _times(scene, run.tokens[0])
    if times > 2:  # "Barbara, with three [A]s"
        return _link_more(run, letter, times, near)
    if times < 2:
        return False
    near = [n for n in near if n.is_person and letter in n.letters]
    near.sort(key=lambda n: (2 * letter not in n.letters, n.letters.count(letter) != 2))
    if not near:
        return False
    run.target, run.fact, run.twice = near[0].target, "holds", True
    name = near[0].letters
    if 2 * letter in name:
        run.need = SpellNeed(ends=PAIRS if name.endswith(2 * letter) else frozenset(), doubled=1)
    elif name.count(letter) > 1:  # "Nathan with two [N]s"
        run.named = letter
        run.need = SpellNeed(sayings=frozenset({Saying(letter, "twice")}))
    else:
        run.fact, run.need = "once", SpellNeed(at_least=MIN_NAME)
    return True


def _link_more(run: Run, letter: str, times: int, near: list[Named]) -> bool:
    """Links a letter that a name has more than twice: it is kept, and as often."""
    holder = next((n for n in near if n.is_person and n.letters.count(letter) == times), None)
    if holder is not None:
        run.target, run.fact, run.twice, run.named = holder.target, "holds", True, letter
        run.need = SpellNeed(sayings=frozenset({Saying(letter, f"times {times}")}))
    return holder is not None


def _times(scene: Scene, token: Token) -> int:
    """How often a letter is said to stand by the words beside it: "mit zwei [N]", "[r] birekin"."""
    before = words(scene.before(token.item))[-1:] if not token.start else ()
    after = words(scene.after(token.item))[:2]
    twice = any(" ".join(after[:size]) in scene.lexicon.signs("twice") for size in (1, 2))
    counts = _counts(scene.lexicon)
    return 2 if twice else next((counts[word] for word in before if word in counts), 0)


@lru_cache(maxsize=32)
def _counts(lexicon: Lexicon) -> dict[str, int]:
    """Folded words that say a number, or how often something stands -> which."""
    said = {fold(row.form): row.value for row in lexicon.number_words}
    return said | {form: int(times) for form, times in lexicon.signs("repeat").items()}


def letter_twice(scene: Scene, run: Run, name: str, given: Set[str]) -> str:
    """A letter that stands in a name twice; once where that was denied: "pas deux [F]".

    `given`: what was said of the name already ("two [L]s and two [P]s").
    """
    if run.fact == "once":
        once = [c for c in name[1:] if name.count(c) == 1]
        return next((c for c in once if c in CONFUSABLE), (once or [name[:1]])[0])
    found = [run.named] if run.named else twice_in_a_row(name)
    found = sorted(found, key=lambda letter: letter not in given)
    if not found or found[-1] not in name or found[-1] in given - {run.named}:
        scene.raise_issue(notices.ANY_LETTER, run.items[0])
    return found[-1] if found else name[-1:]
