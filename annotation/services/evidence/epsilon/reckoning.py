"""Epsilon of a project or a file, label by label, or why there is none.

Called by `manage.py privacy` and by the evidence page. What is counted of the labels is kept in
memory for as long as they stay the same.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.db.models.functions import Substr

from annotation.evidence.bounds.curve import Line, line_of
from annotation.evidence.bounds.lists import LabelWords, Said, count_words
from annotation.evidence.bounds.pi import UNIFORM, parse_pi, uniform_of
from annotation.evidence.bounds.reasons import SENTENCES
from annotation.evidence.bounds.table import Bound, Bounds, bound_labels
from annotation.evidence.errors import EvidenceError
from annotation.formats.errors import FormatError
from annotation.models import JobStatus, Project
from annotation.services.evidence.epsilon.known_figures import item_recall_lower
from annotation.services.figures import percent
from annotation.services.glance.sums import Live, Sums, of_project, settled_spans
from annotation.services.release.outgoing import MARKED
from annotation.services.revision.engine_cache import Remembered
from annotation.services.revision.rules import (
    DISSOCIATION,
    MOST_SPANS,
    SAID_IN,
    Rules,
    made_rules,
    rules_of,
    words_in,
)
from annotation.services.storage.files import read_dialogues, read_text
from surrogates import privacy
from surrogates.languages import lexicon_for

NEVER_DRAWN = "a word of the list is never drawn"
COUNTED: Remembered[object, dict[str, LabelWords]] = Remembered(400_000)  # spans


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a strategy in place of the project's, a p in place of what was measured."""

    strategy: str = ""
    p: float | None = None
    itself: bool = False  # `word` as in the paper; no file of ours is written so
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The table of a corpus."""

    bounds: Bounds
    rules: Rules
    asked: Question
    items: int  # on which recall was measured; 0: p was given, or is not known

    @property
    def lines(self) -> list[Line]:
        """What p buys, for the list with the rarest word and for the one with the commonest."""
        lists = [each for row in self.bounds.rows for each in row.lists if each.weights]
        lists.sort(key=lambda each: each.smallest)
        ends = [lists[0], lists[-1]] if len(lists) > 1 else lists
        return [line_of(each.name, each.size, each.smallest) for each in ends]


def project_epsilon(project: Project, asked: Question, sums: Sums | None = None) -> Answer:
    """The table of a project's settled labels. Raises: Refused for an unknown strategy,
    EvidenceError where nothing is labelled."""
    rules = rules_of(project, strategy=asked.strategy or None)
    now = (sums or Live(project)).settled
    if not now[0]:
        raise EvidenceError(f"{project.slug}: no settled label; expected one turn read or more")
    wording = Substr("turn__text", F("start") + 1, F("end") - F("start"))
    columns = ("label__name", "turn__dialogue", "turn__dialogue__lang", wording)

    def count() -> dict[str, LabelWords]:
        spans = settled_spans(of_project(project))
        rows = spans.order_by("pk").values_list(*columns)[:MOST_SPANS]
        return count_words((Said(*row) for row in rows), rules.of, lexicon_for, rules.corpus or {})

    names = tuple(project.labels.values_list("pk", "name"))
    key = (project.pk, names, rules, now)
    words = COUNTED.recall(key, now[0], count)
    recall = item_recall_lower(project)

    def p_of(label: str) -> float | None:
        low = asked.p if asked.p is not None else recall.of(label)
        return None if low is None else low * project.replacement_q

    bounds = bound_labels(words, rules.of, p_of, itself=asked.itself, marked=asked.marked)
    return Answer(bounds, rules, asked, 0 if asked.p is not None else recall.items)


def file_epsilon(path: str, asked: Question) -> Answer:
    """The table of a JSONL file's spans. Nobody knows how many items a file misses, so without a
    given p no label has an epsilon.

    Raises: EvidenceError for a file without spans, FormatError, OSError.
    """
    dialogues = list(read_dialogues(path))
    rules = made_rules(asked.strategy or "entity", {}, 1.0)
    if rules.strategy == DISSOCIATION:
        rules = words_in(dialogues, rules, SAID_IN)

    def said() -> Iterator[Said]:
        for number, dialogue in enumerate(dialogues):
            for turn in dialogue.turns:
                for span in turn.spans:
                    yield Said(span.label, number, dialogue.lang, turn.text[span.start : span.end])

    words = count_words(said(), rules.of, lexicon_for, rules.corpus or {})
    if not words:
        raise EvidenceError(f"{path}: no labelled item; expected turns with spans")
    bounds = bound_labels(
        words, rules.of, lambda _label: asked.p, itself=asked.itself, marked=asked.marked
    )
    return Answer(bounds, rules, asked, 0)


def pi_epsilon(named: str, p: float) -> dict[str, object]:
    """The lemma's figures of a distribution alone: "uniform:N", or a file of probabilities.

    `never_itself` is what they become where a word is never drawn for itself; None: no finite
    figure. Raises: EvidenceError, OSError.
    """
    if named.startswith(UNIFORM):
        pi = uniform_of(named)
    else:
        try:
            text = read_text(named)
        except FormatError:
            raise EvidenceError(f"{named}: no text in UTF-8; expected probabilities") from None
        pi = parse_pi(text, named)
    figure = privacy.epsilon(pi, p)
    never = privacy.epsilon_never_itself(pi, p)
    return {
        "p": p,
        "size": len(pi),
        "smallest": min(pi),
        "epsilon": _finite(figure),
        "never_itself": _finite(never),
        "delta_at_0": privacy.delta(pi, p, 0.0),
        "delta_at_1": privacy.delta(pi, p, 1.0),
        "no_finite_epsilon": [] if _finite(figure) is not None else [NEVER_DRAWN],
    }


def marked_now(project: Project) -> bool:
    """Whether the newest file says which words were replaced."""
    last = project.exports.filter(status=JobStatus.DONE).first()
    return last is not None and last.spans == MARKED


def summary_of(answer: Answer, say: Callable[[str], str] = str) -> dict[str, Any]:
    """The table for programs; sentences by `say`, which translates."""
    bounds = answer.bounds
    return {
        "strategy": answer.rules.strategy,
        "itself_allowed": answer.asked.itself,
        "spans": "marked" if answer.asked.marked else "none",
        "recall_items": answer.items,
        "labels": [_row(row, say) for row in bounds.rows],
        "most_words_in_a_dialogue": bounds.most,
        "composed": bounds.composed,
        "figure": [
            {"list": line.name, "size": line.size, "points": [list(each) for each in line.points]}
            for line in answer.lines
        ],
    }


def _row(row: Bound, say: Callable[[str], str]) -> dict[str, Any]:
    return {
        "label": row.label,
        "strategy": row.strategy,
        "items": row.items,
        "words": row.words,
        "lists": [
            {
                "list": each.name, "lang": each.lang, "size": each.size, "smallest": each.smallest,
                "words": each.words, "outside": each.outside, "private": each.private,
            }
            for each in row.lists
        ],
        "p": row.p,
        "delta_at_0": row.delta,
        "outside": row.outside,
        "epsilon": row.epsilon,
        "no_finite_epsilon": reasons_of(row, say),
        "one_draw_alone": row.single,
        "most": row.most,
        "composed": row.composed,
    }  # fmt: skip


def reasons_of(
    row: Bound, say: Callable[[str], str] = str, *, without: Collection[str] = ()
) -> list[str]:
    """The sentences that say why a label has none, the strategy's first."""
    outside = row.outside or 0.0
    share = percent(outside) if outside >= 0.01 else f"< {percent(0.01)}"
    codes = [code for code in row.why if code not in without]
    return [say(SENTENCES[code]) % {"outside": share} for code in codes]


def _finite(value: float) -> float | None:
    return value if value < float("inf") else None
