"""Makes clean words sound spoken: fillers, repetitions, false starts, lengthening, events.

The marks are those of ES-Port (`<%eh>`, `<la>`, `<palab->`, `una=`, `+pa`). A false start of a
labelled word is labelled too: it gives the beginning of the name away.
"""

from dataclasses import dataclass, replace
from random import Random

from benchmarks.demo.vocabulary import read_lists
from benchmarks.demo.words import Word

NOISES = ("r", "r", "r", "b", "b", "bb", "bg", "i", "e", "pf", "n", "tx", "rire", "rire", "conv")
SHORTENED = {"para": "+pa", "todo": "+to", "nada": "+na"}


@dataclass(frozen=True, slots=True)
class Noise:
    """Rates per word, and how this language's corpus writes what they add."""

    filler: float = 0.028
    repeat: float = 0.016
    false_start: float = 0.009
    lengthen: float = 0.014
    shorten: float = 0.25
    event: float = 0.016
    mispronounced: float = 0.003
    lang: str = "es"
    filler_form: str = "<%{}>"
    repeat_form: str = "<{}>"
    cut_form: str = "<{}->"


CALLER_NOISE = Noise()
AGENT_NOISE = Noise(0.014, 0.009, 0.005, 0.009, 0.05, 0.007, 0.001)
PLAIN_NOISE = Noise(0.018, 0.006, 0.004, 0, 0, 0, 0, "en", "{}", "{}", "{}-")


def add_noise(words: list[Word], noise: Noise, rng: Random) -> list[Word]:
    """The same words with disfluencies between and on them; spans of several words stay whole."""
    noisy: list[Word] = []
    for place, word in enumerate(words):
        inside = place > 0 and word.group > 0 and word.group == words[place - 1].group
        follows = place + 1 < len(words) and word.group and word.group == words[place + 1].group
        if not inside and not word.text.startswith("<"):
            noisy += _before(word, noise, rng, first=place == 0)
        noisy.append(word if follows or inside else _altered(word, noise, rng))
    return noisy


def _before(word: Word, noise: Noise, rng: Random, *, first: bool) -> list[Word]:
    lists = read_lists(noise.lang)
    bare = word.text.lower()
    if rng.random() < noise.filler * (1.5 if word.label else 1.0) and not first:
        return [Word(noise.filler_form.format(rng.choice(lists["fillers"])))]
    if bare in lists["repeatable"] and not word.label and rng.random() < noise.repeat * 3:
        return [Word(noise.repeat_form.format(word.text))]
    if len(bare) >= 6 and bare.isalpha() and not word.lang and rng.random() < noise.false_start * 2:
        cut = rng.randint(2, len(bare) - 3)
        return [Word(noise.cut_form.format(word.text[:cut]), word.label)]
    return []


def _altered(word: Word, noise: Noise, rng: Random) -> Word:
    if word.label or word.lang or word.text.startswith("<"):
        return word
    text = word.text
    if text in SHORTENED and rng.random() < noise.shorten:
        return replace(word, text=SHORTENED[text])
    if text.endswith("ado") and len(text) > 5 and rng.random() < noise.shorten / 2:
        return replace(word, text=f"+{text[:-3]}ao")
    if text[-1] in "aeo" and len(text) <= 5 and rng.random() < noise.lengthen * 2:
        return replace(word, text=text + "=")
    if rng.random() < noise.mispronounced:
        return replace(word, event="pronounce-" + rng.choice(("pi", "pif", "ch", "*")))
    if rng.random() < noise.event:
        return replace(word, event="noise-" + rng.choice(NOISES))
    return word
