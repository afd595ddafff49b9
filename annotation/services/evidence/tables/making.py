"""The classic tables of a project, of one file, or of several files of one text.

Called by `manage.py tables` and, as a measurement, by the evidence page.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from annotation.convert import utterances_of_file
from annotation.evidence.errors import EvidenceError
from annotation.evidence.tables.agreement import agreement_tables
from annotation.evidence.tables.corpus import corpus_tables
from annotation.evidence.tables.table import FEW_DIALOGUES, NO_DOMAIN, ONE_READER, Table
from annotation.evidence.tables.taggers import (
    HELD,
    Score,
    cross_validate,
    domain_table,
    score_of,
    taggers_tables,
)
from annotation.evidence.types import Report, quietly
from annotation.formats import faults
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from annotation.models import Project, Turn
from annotation.services.corpus.best_spans import gold_spans
from annotation.services.sources.registry import gold_utterances
from annotation.services.storage.files import read_dialogues
from annotation.services.storage.snapshots import one_snapshot
from annotation.services.team.agreement import shared_turns
from learning.crf.tagger import CrfTagger
from learning.large.kinds import new_tagger
from learning.readings.agreement import SharedTurn
from learning.tagger import Tagger
from learning.types import Utterance

# A CRF without words of its language is the second tagger that needs nothing installed.
NEUTRAL = "crf-neutral"
TAGGERS = ("crf", NEUTRAL, "bert", "flair")
MOST_TURNS = 8_000  # that the measurement of a page learns from, whole dialogues
FOLDS = 5
VOTE = "vote"
MOST_DOMAINS = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tables, beside those of the corpus."""

    folds: int = 0  # 0: none
    taggers: tuple[str, ...] = ("crf",)
    domain: str = ""  # a key of the dialogues: train on one value, test on the others
    agreement: bool = False  # files are readings of one text
    by_vote: bool = False
    predicted: tuple[str, ...] = ()  # files of spans to be judged by the first file
    seed: int = 0


def project_tables(project: Project, wanted: Wanted, report: Report = quietly) -> list[Table]:
    """Raises: EvidenceError, LearningError, and what `report` raises to stop it."""
    if wanted.predicted:
        raise EvidenceError(f"{project.slug}: a project; --predicted expected one gold FILE")
    tables = corpus_tables(project_dialogues(project))
    if wanted.agreement:
        tables += agreement_tables(shared_turns(project), by_vote=wanted.by_vote)
    if wanted.folds:
        tables += _folds(gold_utterances(project), wanted, report)
    if wanted.domain:
        tables.append(_domains(project_dialogues(project), wanted, report))
    return tables


def file_tables(paths: Sequence[str], wanted: Wanted) -> list[Table]:
    """Raises: EvidenceError, LearningError, FormatError, OSError."""
    if wanted.agreement:
        if len(paths) < 2:
            raise EvidenceError(f"{len(paths)} file; --agreement expected two or more of one text")
        return agreement_tables(_readings(paths), by_vote=True)
    dialogues = [dialogue for path in paths for dialogue in read_dialogues(path)]
    if not any(turn.spans for dialogue in dialogues for turn in dialogue.turns):
        raise EvidenceError(f"{paths[0]}: no labelled item; expected turns with spans")
    tables = corpus_tables(dialogues)
    if wanted.folds:
        tables += _folds(utterances_of_file(dialogues), wanted)
    if wanted.domain:
        tables.append(_domains(dialogues, wanted))
    if wanted.predicted:
        tables += taggers_tables(_judged(paths, wanted.predicted), "dialogue")
    return tables


def measure_tables(
    project: Project, options: Mapping[str, object], report: Report
) -> dict[str, Any]:
    """The measurement of the page: corpus, agreement where people read twice, and five folds of
    the CRF over whole dialogues, as many as `MOST_TURNS` hold. What cannot be made is left out,
    with a code.

    options: `gold` "vote" takes the majority's vote for right; `domain` is a key of the dialogues:
    learn from one of its values, try on the others. `domains` of the answer: keys that would do.
    """
    by_vote, domain = options.get("gold") == VOTE, str(options.get("domain") or "")
    with one_snapshot():
        dialogues = list(project_dialogues(project))
        tables = corpus_tables(dialogues)
        notes = []
        try:
            tables += agreement_tables(shared_turns(project), by_vote=by_vote)
        except EvidenceError:
            notes.append(ONE_READER)
        utterances = _some(gold_utterances(project))
    if domain:
        try:
            few = dialogues[:: -(-sum(len(d.turns) for d in dialogues) // MOST_TURNS) or 1]
            tables.append(_domains(few, Wanted(domain=domain), report))
        except EvidenceError:
            notes.append(NO_DOMAIN)
    try:
        tables += _folds(utterances, Wanted(folds=FOLDS, taggers=("crf", NEUTRAL)), report)
    except EvidenceError:
        notes.append(FEW_DIALOGUES)
    return {
        "tables": [table.to_json() for table in tables],
        "notes": notes,
        "domains": domain_keys(dialogues),
        "asked": {"gold": VOTE if by_vote else "", "domain": domain},
    }


def domain_keys(dialogues: Iterable[DialogueValue]) -> list[str]:
    """Keys of the dialogues that have two values to eight, each in five dialogues or more."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for dialogue in dialogues:
        for key, value in {**dialogue.extra, **dialogue.meta}.items():
            if isinstance(value, str) and value:
                counts[key][value] += 1
    return sorted(
        key
        for key, values in counts.items()
        if 1 < len(values) <= MOST_DOMAINS and min(values.values()) >= HELD
    )


def project_dialogues(project: Project) -> Iterator[DialogueValue]:
    """Every dialogue with what is settled of its turns; a fixed number of queries."""
    gold = gold_spans(project)
    rows = Turn.objects.filter(dialogue__project=project).order_by(
        "dialogue__position", "dialogue_id", "position"
    )
    columns = ("pk", "dialogue_id", "dialogue__lang", "dialogue__meta", "dialogue__extra",
               "speaker", "text", "extra")  # fmt: skip
    now: tuple[Any, ...] = ()
    turns: list[TurnValue] = []
    for pk, owner, lang, meta, extra, speaker, text, beside in rows.values_list(*columns).iterator(
        chunk_size=2000
    ):
        if now and now[0] != owner:
            yield DialogueValue(str(now[0]), now[1], tuple(turns), now[2], now[3])
            turns = []
        now = (owner, lang, meta, extra)
        spans = tuple(SpanValue(s.start, s.end, s.label.name) for s in gold.get(pk, ()))
        turns.append(TurnValue(speaker, text, spans, beside))
    if now:
        yield DialogueValue(str(now[0]), now[1], tuple(turns), now[2], now[3])


def _folds(
    utterances: Sequence[Utterance], wanted: Wanted, report: Report = quietly
) -> list[Table]:
    if not any(each.spans for each in utterances):
        raise EvidenceError("no labelled item to learn from; expected turns with spans")
    makers = {name: _maker(name) for name in wanted.taggers}
    return taggers_tables(cross_validate(utterances, makers, wanted.folds, wanted.seed, report))


def _maker(name: str) -> Callable[[], Tagger]:
    if name == NEUTRAL:
        return lambda: CrfTagger(features="source")
    return partial(new_tagger, name)


def _domains(dialogues: Iterable[DialogueValue], wanted: Wanted, report: Report = quietly) -> Table:
    """Dialogues without the key are left out."""
    by_domain: dict[str, list[DialogueValue]] = {}
    for dialogue in dialogues:
        value = dialogue.meta.get(wanted.domain, dialogue.extra.get(wanted.domain))
        if isinstance(value, str) and value:
            by_domain.setdefault(value, []).append(dialogue)
    if not by_domain:
        raise EvidenceError(f"no dialogue has a {wanted.domain!r}; expected a key with a word each")
    domains = {name: utterances_of_file(by_domain[name]) for name in sorted(by_domain)}
    return domain_table(domains, _maker(wanted.taggers[0]), wanted.seed, report)


def _readings(paths: Sequence[str]) -> list[SharedTurn]:
    """Each turn with the spans of every file; readers are called by the place of their file.

    Raises FormatError where a file lacks a dialogue or has another text.
    """
    turns: list[SharedTurn] = []
    others = [{dialogue.id: dialogue for dialogue in read_dialogues(path)} for path in paths[1:]]
    for dialogue in read_dialogues(paths[0]):
        layers = [dialogue]
        for path, found in zip(paths[1:], others, strict=True):
            layers.append(_same(dialogue, found.get(dialogue.id), path))
        utterances = [utterances_of_file([layer]) for layer in layers]
        for place, turn in enumerate(dialogue.turns):
            readings = {f"reader {n}": each[place].spans for n, each in enumerate(utterances, 1)}
            turns.append(SharedTurn(len(turns), turn.text, readings))
    return turns


def _judged(paths: Sequence[str], predicted: Sequence[str]) -> dict[str, list[Score]]:
    """The score of every file on each dialogue with an item; taggers are called by their place."""
    scores: dict[str, list[Score]] = {}
    gold = [dialogue for path in paths for dialogue in read_dialogues(path)]
    for number, path in enumerate(predicted, 1):
        answers = {dialogue.id: dialogue for dialogue in read_dialogues(path)}
        rows = scores.setdefault(f"tagger {number}", [])
        for dialogue in gold:
            answer = _same(dialogue, answers.get(dialogue.id), path)
            right, guessed = utterances_of_file([dialogue]), utterances_of_file([answer])
            if any(each.spans for each in right):
                rows.append(score_of(right, [each.spans for each in guessed]))
    return scores


def _same(dialogue: DialogueValue, answer: DialogueValue | None, path: str) -> DialogueValue:
    if answer is None:
        raise FormatError(faults.MISSING_DIALOGUE, file=path, n=dialogue.line)
    if [turn.text for turn in dialogue.turns] != [turn.text for turn in answer.turns]:
        raise FormatError(faults.TEXT_MISMATCH, file=path, line=answer.line)
    return answer


def _some(utterances: Sequence[Utterance]) -> list[Utterance]:
    """Whole dialogues, spread over the corpus, with at most `MOST_TURNS` turns."""
    if len(utterances) <= MOST_TURNS:
        return list(utterances)
    names = list(dict.fromkeys(each.dialogue for each in utterances))
    kept = set(names[:: -(-len(utterances) // MOST_TURNS)])
    return [each for each in utterances if each.dialogue in kept]
