"""Writes the drawn digits of a mention back in the words or figures that it had."""

from collections.abc import Callable, Iterable

from surrogates.folding import PARTICLES, apply_case, case_pattern, fold, words
from surrogates.labels import Kind
from surrogates.numbers import form
from surrogates.scene import Scene
from surrogates.shapes import Shape, Slot

Now = Callable[[Iterable[int]], str]


def write_shape(scene: Scene, shape: Shape, now: Now) -> str:
    """The item's text with every slot replaced; separators and fillers stay."""
    text = shape.item.text
    for slot in reversed(shape.slots):
        new = _slot_text(scene, shape, slot, now(slot.values))
        text = text[: slot.start] + new + text[slot.end :]
    return text


def _slot_text(scene: Scene, shape: Shape, slot: Slot, digits: str) -> str:
    old = shape.item.text[slot.start : slot.end]
    if slot.style == "figure":
        return digits
    if slot.style == "letter":
        return digits.lower() if old.islower() else digits
    if slot.style == "spoken":
        spoken = scene.lexicon.letters.get(digits.lower(), digits)
        return apply_case(spoken, case_pattern(old))
    word = _word(scene, shape, slot, digits)
    pattern = case_pattern(old)
    return word.capitalize() if pattern == "title" else apply_case(word, pattern)


def _word(scene: Scene, shape: Shape, slot: Slot, digits: str) -> str:
    assert slot.word is not None
    lexicon, old = scene.lexicon, slot.word
    gender = old.gender or "m"
    if old.klass == "I":
        position = old.position if old.value == 1 else "alone"
        return form(lexicon, "I", int(digits[0]), gender=gender, position=position or "alone")
    if old.klass == "II":
        position = old.position or "alone"
        return form(lexicon, "II", int(digits), gender=gender, position=position)
    if old.klass == "III":
        return form(lexicon, "III", 10 * int(digits[0]))
    if not old.gender and shape.item.kind is Kind.NUMBER:
        gender = noun_gender(scene, shape)
    position = "inside" if slot.bound else "alone"
    return form(lexicon, "IV", 100 * int(digits[0]), gender=gender, position=position)


def noun_gender(scene: Scene, shape: Shape) -> str:
    """Gender of the noun after a number, guessed from its ending."""
    for word in words(scene.after(shape.item)):
        if word in scene.number_keys or word in PARTICLES:
            continue
        return "f" if fold(word).endswith(("a", "as", "ciones", "dades")) else "m"
    return "m"
