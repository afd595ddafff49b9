"""Labels that name no known kind: another value of the same label, which enough dialogues say.

Never one that this dialogue says. Where most values are said once (titles, tasks), as many words
of the label as there were, short ones and long ones, each said by enough dialogues. A short figure
becomes another. Where none is left the placeholder stays, and an issue says so.
"""

from collections.abc import Iterable, Sequence

from surrogates import draw
from surrogates.attributes.sounds import sound_fits
from surrogates.attributes.staying import cased_like
from surrogates.folding import fold, words
from surrogates.own_values import has_own_values
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import agrees, asked_gender

OPEN = 0.5  # of a label's items, said by several dialogues: the others are titles, tasks
_LONGEST = 12  # words of a value that is written word by word
_SHORT = 3  # letters of a word that mostly joins others ("the", "de")
_GRAINS = (100, 50, 10, 5, 1)
_CHOICE = 4  # figures at least of which one is drawn
_FIGURES = 3  # digits of a number that identifies nobody
# Where an s at the end mostly makes a plural, with which verbs and adjectives agree.
_PLURAL_S = frozenset({"ca", "en", "es", "fr"})


def replace_others(scene: Scene, items: Iterable[Item]) -> None:
    """Writes a value for every item whose label has one left; the others are left alone."""
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        if has_own_values(item.label):
            groups.setdefault((item.label, fold(item.text)), []).append(item)
    said = {fold(item.text) for item in scene.items}
    order = sorted(groups, key=lambda g: draw.order_key(scene.key, scene.dialogue.id, "|".join(g)))
    for label, key in order:
        mentions = groups[label, key]
        drawn = _any(scene, label, key, mentions, said)
        if drawn is None:
            continue
        said.add(fold(drawn))  # no two values become one
        for item in mentions:
            scene.surrogates[item.index] = cased_like(drawn, item.text)
        scene.add_card("other", mentions, drawn)


def _any(scene: Scene, label: str, key: str, items: Sequence[Item], said: set[str]) -> str | None:
    """A whole value, or a row of words as often as the label's own items are said once (titles,
    tasks); a figure at the last."""
    shared = scene.values.shared(label) if scene.values is not None else 1.0
    chance = draw.Stream(scene.seed(f"way {label}", key, items)).unit()
    is_open = shared < OPEN and chance >= shared
    ways = (_row_of_words, _draw) if is_open else (_draw,)
    drawn = (way(scene, label, key, items, said) for way in ways)
    return next((text for text in drawn if text), None) or _figure(scene, label, key, items, said)


def _row_of_words(
    scene: Scene, label: str, key: str, items: Sequence[Item], said: set[str]
) -> str | None:
    """As many words of the label as a value has, none of them an original's."""
    if scene.values is None:
        return None
    pool = scene.values.word_pool(label, scene.labels)
    row: list[str] = []
    for place, old in enumerate(words(key)[:_LONGEST]):
        seed = scene.seed(f"word {place} {label}", key, items)
        word = None
        for other in pool.ranked(seed):
            if other in row or scene.tells(other):
                continue
            word = word or other
            if (len(other) <= _SHORT) == (len(old) <= _SHORT):
                word = other
                break
        if word is None:
            return None
        row.append(word)
    text = " ".join(row)
    return text if row and fold(text) not in said else None


def _figure(
    scene: Scene, label: str, key: str, items: Sequence[Item], said: set[str]
) -> str | None:
    """Another figure as long, and as round: no ampoule holds 86 milligrams; longer ones are
    identifiers."""
    if not key.isdecimal() or len(key) > _FIGURES:
        return None
    low = 10 ** (len(key) - 1) if len(key) > 1 else 1
    round_as = [grain for grain in _GRAINS if int(key) % grain == 0]
    rows = (range(-(-low // grain) * grain, 10 ** len(key), grain) for grain in round_as)
    every = ([str(n) for n in row if str(n) not in said] for row in rows)
    others = next((some for some in every if len(some) >= _CHOICE), [])
    seed = scene.seed(f"own {label}", key, items)
    return draw.Stream(seed).choice(others) if others else None


def _draw(scene: Scene, label: str, key: str, items: Sequence[Item], said: set[str]) -> str | None:
    """The best-ranked value that is like the original in number and length, or like it at all."""
    if scene.values is None:
        return None
    seed = scene.seed(f"own {label}", key, items)
    genders = asked_gender(scene, items)
    best: tuple[int, str] | None = None
    for value in scene.values.pool(label, scene.labels).ranked(seed):
        if fold(value) in said or _has_digit(value) != _has_digit(key) or _tells(scene, value):
            continue
        fits = agrees(scene.lexicon, genders, value) and all(
            sound_fits(scene, item, value) for item in items
        )
        unlike = 4 * (not fits) + _unlike(scene, value, key)
        if best is None or unlike < best[0]:
            best = (unlike, value)
        if not unlike:
            break
    return best[1] if best else None


def _unlike(scene: Scene, value: str, key: str) -> int:
    """0 for a value of as many words (one, several) and the same number, up to 3."""
    several = (len(words(value)) > 1) != (len(words(key)) > 1)
    plural = scene.lexicon.lang in _PLURAL_S and fold(value)[-1:] == "s"
    return 2 * (plural != (scene.lexicon.lang in _PLURAL_S and key[-1:] == "s")) + several


def _tells(scene: Scene, value: str) -> bool:
    """Whether a value shows an original; figures alone are compared as a whole."""
    return scene.tells(value) if any(map(str.isalpha, value)) else value in scene.original_digits


def _has_digit(text: str) -> bool:
    return any(char.isdecimal() for char in text)
