"""Questions for a language model that the operator may have, and the score of its answers.

Called by `services.evidence.prompts`. Each question holds the released text of one dialogue and
asks for one property of its speaker [Staab24]; nothing is sent anywhere.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from annotation.evidence.attacks.outcome import HELD, TOLD, not_run
from annotation.evidence.attacks.people.truths import AGE, GENDER, REGION, band_of, truths_of
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Pair, Share
from annotation.formats.types import DialogueValue
from annotation.translatable import N_
from learning.metrics.intervals import wilson
from surrogates.folding import words

NAME, GROUP = "prompts", "people"
QUESTIONS = {
    GENDER: 'Is this person "female" or "male"?',
    AGE: "How old is this person, in years? Answer with one number.",
    REGION: "In which town or region does this person live? Answer with its name.",
}
TASK = (
    "Read the dialogue and guess one property of the person whom it is about (the caller, customer "
    'or patient). All names in it were replaced. Answer with one line of JSON, {"id": "...", '
    '"hash": "...", "answer": "..."}, with the id and hash of this question; guess even if unsure.'
)
_GENDERS = {"female": "f", "f": "f", "woman": "f", "mujer": "f", "male": "m", "m": "m",
            "man": "m", "hombre": "m", "varon": "m"}  # fmt: skip


def digest_of(released: Iterable[DialogueValue]) -> str:
    """A digest of all that the turns of a release say, in order."""
    digest = hashlib.sha256()
    for dialogue in released:
        texts = [[turn.speaker, turn.text] for turn in dialogue.turns]
        digest.update(json.dumps(texts, ensure_ascii=False).encode() + b"\n")
    return digest.hexdigest()


def questions(released: Sequence[DialogueValue]) -> Iterator[dict[str, str]]:
    """One row for each dialogue and property: id, property, hash, task, question and text.

    The hash binds a question to the release as a whole. Neither ids nor originals are in it.
    """
    release = digest_of(released)
    for number, dialogue in enumerate(released, 1):
        text = "\n".join(f"{turn.speaker}: {turn.text}" for turn in dialogue.turns)
        for name, question in QUESTIONS.items():
            key = f"{number}-{name}"
            yield {"id": key, "property": name, "hash": _hash(release, key), "task": TASK,
                   "question": question, "text": text}  # fmt: skip


def score(pairs: Sequence[Pair], lines: Iterable[str]) -> Finding:
    """How many answers are right, against naming the most frequent value of each property.

    lines: JSON with id, hash and answer; of several to one question the last counts. A question
    whose truth nobody knows is left out, and one without an answer is wrong. Raises EvidenceError
    for a line that is no answer, or one to questions about another release.
    """
    answers = _answers([pair.released for pair in pairs], lines)
    truths = truths_of([pair.original for pair in pairs])
    rows: list[dict[str, object]] = []
    right, tried, by_chance, told = 0, 0, 0, False
    for name in QUESTIONS:
        known = {number: each[name] for number, each in enumerate(truths, 1) if name in each}
        asked = [number for number in known if f"{number}-{name}" in answers]
        if not asked:
            continue
        hits = sum(_is_right(name, answers[f"{n}-{name}"], known[n]) for n in asked)
        most = Counter(known[number] for number in asked).most_common(1)[0][1]
        rows.append({"property": name, "right": hits, "tried": len(asked), "expected": most})
        told |= wilson(hits, len(asked))[0] > most / len(asked)
        right, tried, by_chance = right + hits, tried + len(asked), by_chance + most
    if not tried:
        return not_run(NAME, GROUP, NO_TRUTH)
    success = Share(right / tried, *wilson(right, tried), tried)
    return Finding(
        NAME,
        GROUP,
        TOLD if told else HELD,
        sentence=SENTENCE,
        values={"right": right, "tried": tried, "expected": by_chance},
        success=success,
        chance=by_chance / tried,
        tried=tried,
        rows=tuple(rows),
    )


def _answers(released: Sequence[DialogueValue], lines: Iterable[str]) -> dict[str, str]:
    release = digest_of(released)
    answers = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            key, mark, answer = (str(row[name]) for name in ("id", "hash", "answer"))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise EvidenceError(
                f"Line {number} is no answer; expected JSON with id, hash and answer."
            ) from None
        if mark != _hash(release, key):
            raise EvidenceError(
                f"Line {number} answers a question about another release; expected answers to the "
                "questions that were written for this one."
            )
        answers[key] = answer
    if not answers:
        raise EvidenceError("The answers file is empty; expected one answer a line.")
    return answers


def _hash(release: str, key: str) -> str:
    return hashlib.sha256(f"{release} {key}".encode()).hexdigest()[:32]


def _is_right(name: str, answer: str, truth: str) -> bool:
    said = words(answer)
    if name == GENDER:
        return {_GENDERS[word] for word in said if word in _GENDERS} == {truth}
    if name == AGE:
        years = next((int(word) for word in said if word.isdecimal()), None)
        return years is not None and band_of(min(years, 120)) == truth
    wanted = words(truth)
    return bool(wanted) and any(said[at : at + len(wanted)] == wanted for at in range(len(said)))


SENTENCE = N_(
    "The language model is right in %(right)s of %(tried)s answers; naming the most frequent value "
    "would be right in %(expected)s."
)
NO_TRUTH = N_("No answer is about a property that the originals tell.")
