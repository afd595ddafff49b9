"""Finds the dialogues of one person: where her names or numbers stand, whoever says them.

Called by the page and the command before an erasure. What is looked for is kept nowhere: it comes
in the body of a request or from a file, and never in an address.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.folding import plain
from annotation.models import (
    Decision,
    Dialogue,
    Guideline,
    IntruderTry,
    Note,
    Project,
    Question,
    Turn,
)
from annotation.refusals import Refused
from annotation.services.erasing.person_terms import looks_of
from annotation.services.figures import grouped

LEAST = 3  # letters or digits of a term; shorter ones stand in every dialogue
MOST_TERMS = 100


@dataclass(frozen=True, slots=True)
class Found:
    """A dialogue, and in how many turns, notes and names it holds each of the terms."""

    dialogue: Dialogue
    places: Counter[str]

    @property
    def why(self) -> str:
        """The terms, as they were given, and how often; the most frequent first."""
        return ", ".join(f"{term} ({grouped(n)})" for term, n in self.places.most_common())


@dataclass(frozen=True, slots=True)
class Search:
    found: list[Found]  # in the order of the corpus
    guidelines: int  # versions that hold a term; a manager has to look at them herself

    @property
    def dialogues(self) -> list[Dialogue]:
        return [each.dialogue for each in self.found]


def find_person(project: Project, terms: Iterable[str]) -> Search:
    """The dialogues that hold one of the terms, however it is written (`person_terms`), in a text,
    a speaker's name, the dialogue's name, its further data, a question or the reason of a decision.
    Raises Refused."""
    wanted = _wanted(terms)
    looks, each_looks = looks_of(wanted), {term: looks_of([term]) for term in wanted}
    places: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for pk, turn_text, lang in _texts(project):
        if looks.find(turn_text, lang):
            places[pk].update(term for term, one in each_looks.items() if one.find(turn_text, lang))
    dialogues = project.dialogues.filter(pk__in=list(places))
    versions = Guideline.objects.filter(project=project).values_list("text", "note")
    return Search(
        [Found(each, places[each.pk]) for each in dialogues],
        sum(looks.find(f"{text} {note}", project.lang) for text, note in versions),
    )


def _wanted(terms: Iterable[str]) -> list[str]:
    wanted = list(dict.fromkeys(term.strip() for term in terms if term.strip()))
    if not wanted or len(wanted) > MOST_TERMS:
        raise Refused(_("Give a name or a number, one a line, at most 100."), code="no_terms")
    if any(sum(c.isalnum() for c in plain(term)) < LEAST for term in wanted):
        raise Refused(_("Each line needs three letters or digits."), code="short_term")
    return wanted


def _texts(project: Project) -> Iterator[tuple[int, str, str]]:
    """Dialogue id, a text of it and its language, for every place that may name a person."""
    turns = Turn.objects.filter(dialogue__project=project).order_by()
    rows = turns.values_list("dialogue_id", "dialogue__lang", "speaker", "text", "extra")
    for pk, lang, speaker, text, extra in rows.iterator(2000):
        yield pk, f"{speaker} | {text} | {_flat(extra)}", lang or project.lang
    dialogues = project.dialogues.values_list("pk", "external_id", "meta", "extra")
    for pk, name, meta, extra in dialogues.iterator(2000):
        yield pk, f"{name} | {_flat(meta)} | {_flat(extra)}", ""
    questions = Question.objects.filter(turn__dialogue__project=project)
    for pk, question, answer in questions.values_list("turn__dialogue_id", "text", "answer"):
        yield pk, f"{question} | {answer}", project.lang
    notes = Note.objects.filter(dialogue__project=project).order_by()
    for pk, note in notes.values_list("dialogue_id", "text"):
        yield pk, note, project.lang
    reasons = Decision.objects.filter(dialogue__project=project).exclude(reason="").order_by()
    for pk, reason in reasons.values_list("dialogue_id", "reason"):
        yield pk, reason, project.lang

    tries = IntruderTry.objects.filter(project=project).order_by()
    for pk, *answers in tries.values_list("dialogue_id", "who", "where", "event", "used"):
        yield pk, " | ".join(answers), project.lang


def _flat(values: object) -> str:
    """Keys and values as they are read: escaped they would hide a name."""
    if isinstance(values, dict):
        return " | ".join(f"{key} {_flat(value)}" for key, value in values.items())
    if isinstance(values, list | tuple):
        return " | ".join(map(_flat, values))
    return "" if values is None else str(values)
