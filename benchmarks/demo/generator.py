"""From plans to dialogues: flatten a plan, draw its cast, word each turn, add what speech adds.

The same seed (with the same plan and lexicon files) gives the same corpus, byte for byte.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from annotation.formats.types import DialogueValue
from benchmarks.demo.errors import PlanError
from benchmarks.demo.noise import Noise, add_noise
from benchmarks.demo.scene import Scene, phrase_words
from benchmarks.demo.template import PlanBook, TurnStep, choose, flatten, read_plans
from benchmarks.demo.turns import make_turn
from benchmarks.demo.words import Speech, Word

PLANS = Path(__file__).parent / "plans"


@dataclass(frozen=True, slots=True)
class Style:
    """What makes one corpus differ from another: language, speakers, slots and noise."""

    corpus: str
    lang: str
    fill: Callable[[Scene, str], list[Word]]
    speakers: Mapping[str, str]
    noise: Mapping[str, Noise]
    backchannels: Sequence[str] = ()
    interrupt: float = 0.0  # per comma: the other one says yes and the turn goes on after it
    overlap: float = 0.0  # per turn: the other one says yes at the same time
    standoff: bool = False  # keep the ES-Port fields in each turn's extra


TRIES = 10


def make_corpus(style: Style, n: int, seed: int) -> list[DialogueValue]:
    """`n` invented dialogues; every plan is used before one is used again."""
    rng = Random(seed)
    book = read_plans(PLANS / style.lang)
    order: list[str] = []
    while len(order) < n:
        order += rng.sample(sorted(book.plans), len(book.plans))
    return [
        fitting_dialogue(style, book, plan, number, rng.getrandbits(64), seed)
        for number, plan in enumerate(order[:n], 1)
    ]


def fitting_dialogue(
    style: Style, book: PlanBook, plan: str, number: int, bits: int, seed: int
) -> DialogueValue:
    """One dialogue of the plan; drawn again where its fragments ask one person for two things that
    exclude each other.

    Raises: PlanError, when no draw fits: then the plan itself is wrong.
    """
    for again in range(TRIES):
        try:
            return make_dialogue(style, book, plan, number, Random(bits + again), seed)
        except PlanError:
            if again == TRIES - 1:
                raise
    raise AssertionError("not reached")


def make_dialogue(
    style: Style, book: PlanBook, plan: str, number: int, rng: Random, seed: int
) -> DialogueValue:
    """One dialogue of the plan, with a cast and facts of its own."""
    steps, needs = flatten(book.plans[plan], book.fragments, rng)
    scene = Scene(rng, style.lang)
    for need in needs:
        scene.needs.setdefault(need.role, set()).add(need.facet)
    opening = replace(style, interrupt=0.0, overlap=0.0)  # nobody is there to say yes yet
    spoken = word_turn(steps[0], opening, scene)
    for step in steps[1:]:
        spoken += word_turn(step, style, scene)
    turns = tuple(
        make_turn(speeches, place, standoff=style.standoff)
        for place, speeches in enumerate(merge_turns(spoken), 1)
    )
    meta: dict[str, Any] = {
        "invented": True,
        "generator": "antifaz-demo",
        "corpus": style.corpus,
        "plan": plan,
        "seed": seed,
    }
    return DialogueValue(f"{style.corpus}-{number:03d}", style.lang, turns, meta)


def word_turn(step: TurnStep, style: Style, scene: Scene) -> list[list[Speech]]:
    """The turns that a step becomes: interrupted at commas or overlapped by the listener."""
    phrase = choose(scene.rng.choice(step.phrasings), scene.rng)
    words = phrase_words(phrase, scene, style.fill)
    if len(step.speakers) > 1:
        cut = next(place for place, word in enumerate(words) if word.text == "//")
        parts = (words[:cut], words[cut + 1 :])
        return [
            [speak(who, part, style, scene) for who, part in zip(step.speakers, parts, strict=True)]
        ]
    who = step.speakers[0]
    listener = "C" if who == "A" else "A"
    turns: list[list[Speech]] = []
    for piece in cut_at_commas(words, style.interrupt, scene.rng):
        if turns:
            turns.append([backchannel(listener, style, scene)])
        turns.append([speak(who, piece, style, scene)])
    if style.overlap and len(turns[-1][0].words) > 4 and scene.rng.random() < style.overlap:
        turns[-1].append(backchannel(listener, style, scene))
    return turns


def merge_turns(turns: Sequence[list[Speech]]) -> list[list[Speech]]:
    """The turns with what one speaker says in two steps made one turn."""
    merged: list[list[Speech]] = []
    for speeches in turns:
        last = merged[-1] if merged else []
        if len(last) == 1 and last[0].speaker == speeches[0].speaker:
            before = list(last[0].words)
            before[-1] = replace(before[-1], after=before[-1].after or ".")
            words = (*before, *speeches[0].words)
            merged[-1] = [Speech(last[0].speaker, words), *speeches[1:]]
        else:
            merged.append(speeches)
    return merged


def cut_at_commas(words: list[Word], rate: float, rng: Random) -> list[list[Word]]:
    """The words cut at some commas; the last piece is at least three words long."""
    pieces: list[list[Word]] = [[]]
    for place, word in enumerate(words):
        pieces[-1].append(word)
        enough = len(pieces[-1]) > 2 and place < len(words) - 3
        if word.after == "," and enough and rng.random() < rate:
            pieces[-1][-1] = replace(word, after="")
            pieces.append([])
    return pieces


def speak(who: str, words: list[Word], style: Style, scene: Scene) -> Speech:
    noisy = add_noise(words, style.noise[who], scene.rng)
    return Speech(style.speakers[who], tuple(noisy))


def backchannel(who: str, style: Style, scene: Scene) -> Speech:
    """A short sign of listening."""
    text = scene.rng.choice(style.backchannels)
    return Speech(style.speakers[who], tuple(phrase_words([text], scene, style.fill)))
