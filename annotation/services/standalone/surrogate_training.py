"""Taggers that learn from surrogates alone, so that they may leave: no item of an original is in
what they learn from. Called by `manage.py train --on-surrogates`.
"""

import random
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from annotation.bridges.to_learning import utterances_of_file
from annotation.evidence.errors import EvidenceError
from annotation.evidence.memory.clear import every_word, labelled_words, share_in
from annotation.evidence.memory.measure import folder_words
from annotation.evidence.utility.laboratory import measure_utility
from annotation.evidence.utility.models import utterances
from annotation.evidence.utility.replacing import chosen, replaced
from annotation.evidence.utility.types import LABELS, Example, Material, Plan, Way
from annotation.refusals import Refused
from annotation.replacement.rules import DISSOCIATION, NAMES
from annotation.services.evidence.use.exposure import models_folder
from annotation.services.evidence.use.laboratory import example_of, ways_of
from annotation.services.evidence.use.material import gold_dialogues
from annotation.services.sources.registry import project_of
from annotation.services.standalone.taggers import train_tagger
from annotation.services.storage.files import is_file, read_dialogues
from learning.large.finetuning import LargeSettings

# Words that dissociation draws were said in the corpus: a model of them would say them, too.
STRATEGIES = [name for name in NAMES if name != DISSOCIATION]
LEAST = 10  # dialogues, below which the utility is not measured
HELD = 5  # of so many dialogues one is kept to measure the utility on


def train_on_surrogates(
    corpus: str,
    out: str,
    strategy: str,
    *,
    tagger: str = "crf",
    large: LargeSettings | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Train on what a strategy makes of a project's or a file's dialogues; returns the card, which
    says what of them was left out, what the model is worth beside one of the originals, and how
    many labelled words of the originals its folder shows.

    The key of the draws is made here and kept nowhere. `options`: those of `train_tagger`.
    Raises: FormatError, LearningError, OSError, Refused.
    """
    values = list(read_dialogues(corpus)) if is_file(corpus) else gold_dialogues(project_of(corpus))
    examples = [example_of(each, LABELS) for each in values]
    (way,) = ways_of([strategy], values)
    try:
        drawn = replaced(examples, way, secrets.token_bytes(32))
    except EvidenceError as error:
        raise Refused(f"{corpus}: {error}", code="not_replaced") from error
    places = [place for place, dialogue in enumerate(drawn) if dialogue is not None]
    if not places:
        raise Refused(
            f"{corpus}: every dialogue would show an original; expected one or more whose mentions "
            "are all labelled",
            code="nothing_leaves",
        )
    plan = Plan(repeats=1, tagger=tagger, large=large)
    note = {
        "strategy": strategy,
        "dialogues": len(places),
        "held_back": len(examples) - len(places),
        "utility": utility_of(examples, way, plan),
    }
    learnt = utterances(list(chosen(drawn, places)))
    originals = every_word(labelled_words(utterances_of_file(values)))

    def on_card(model: Any) -> dict[str, Any]:
        shown = share_in(originals, folder_words(model, models_folder()))
        return {"surrogates": {**note, "in_clear": round(shown.value, 4) if shown else None}}

    return train_tagger(learnt, out, tagger=tagger, large=large, on_card=on_card, **options)


def utility_of(examples: Sequence[Example], way: Way, plan: Plan) -> dict[str, Any]:
    """Span F1 on a fifth of the original dialogues, drawn, of models of the originals and of the
    surrogates of the others; why it was not measured where it could not be."""
    if len(examples) < LEAST:
        return {"why": f"{len(examples)} dialogues; expected {LEAST} or more"}
    mixed = list(examples)
    random.Random(plan.seed).shuffle(mixed)
    cut = len(mixed) // HELD
    material = Material(tuple(mixed[cut:]), tuple(mixed[:cut]), (way,))
    try:
        original, own = measure_utility(material, replace(plan, dialogues=None))["rows"]
    except EvidenceError as error:
        return {"why": str(error)}
    if "why" in own or "why" in original:
        return {"why": "no item to learn from"}
    return {
        "measure": "span F1",
        "tested_on": cut,
        "originals": original["original"]["mean"],
        "surrogates": own["original"]["mean"],
        "delta": own["delta"]["mean"],
    }
