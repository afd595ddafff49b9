"""What is attacked: the dialogues of a project that would leave, or two files side by side.

Called by `attacks`. Originals stay in memory for as long as an attack runs, and go nowhere else.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_noop

from annotation.convert import surrogate_dialogue_of_file, utterances_of_file
from annotation.evidence.attacks.types import Encode, Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Pair, quietly
from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from annotation.models import Dialogue, Export, JobStatus, Measurement, Project
from annotation.refusals import Refused
from annotation.replacement.leaving import replaced_value
from annotation.services.evidence.measurements import newest
from annotation.services.release.departures import Look, look_of, shown_of_departed
from annotation.services.release.outgoing import (
    MARKED,
    Order,
    obstacles,
    own_value,
    place_of,
    running_name,
)
from annotation.services.revision.coverage import EMPTY, PERSON
from annotation.services.revision.plans import TOGETHER, Plan, plan_all
from annotation.services.revision.rules import AS_IT_IS, Rules, rules_of
from annotation.services.storage.files import read_dialogues
from annotation.services.storage.snapshots import one_snapshot
from annotation.services.training.encoders import large_settings
from annotation.services.training.proposals import open_current
from learning.errors import LearningError
from learning.large.encoders import find_encoder
from learning.large.sentences import sentence_vectors
from learning.tagger import Tagger
from surrogates import Knowledge, pseudonymise
from surrogates.errors import SurrogateError
from surrogates.folding import words

Report = Callable[[float, str], None]
FEWEST = 2  # dialogues: of one alone there is no half to learn from
ALIKE = 0.3  # of the words outside items that come again in one turn; fewer, and there are two
LONG = 5  # words: a shorter turn may be all surrogate
FEW = 2  # words outside items, of which one at the least comes again
NO_EXTRA = gettext_noop(
    "The encoder of this project could not be asked: the extra for large models is not installed."
)
NOT_OPENED = gettext_noop(
    "The encoder of this project could not be asked: it cannot be opened on this server."
)


def target_of(what: Project | Sequence[str]) -> Target:
    """A project as it would leave, or two files. Raises Refused, FormatError, OSError."""
    if isinstance(what, Project):
        return target_of_project(what, quietly)
    try:
        return target_of_files(*what)
    except EvidenceError as error:
        raise Refused(str(error), code="not_aligned") from None


# --- a project ------------------------------------------------------------------------------------


@one_snapshot()
def target_of_project(project: Project, report: Report, *, export: Export | None = None) -> Target:
    """Every dialogue that would leave, as it was and as it would: now, or in a file of today.

    Those that are kept to measure the model are taken as it alone would have read them: only there
    is it known what was missed, for what replaces all others is all that is known of them. Raises
    Refused with fewer than two dialogues.
    """
    rules = rules_of(project, strategy=export.strategy if export else None)
    if rules.strategy == AS_IT_IS:
        raise Refused(
            gettext_noop("The project replaces nothing: there is no release to attack."),
            code="nothing_replaced",
        )
    pks = list(project.dialogues.order_by("position", "pk").values_list("pk", flat=True))
    tagger = _tagger(project)
    pairs: dict[int, Pair] = {}
    looks: list[Look] = []
    plans = plan_all(project, _in_turn(pks), rules=rules)
    for number, now in enumerate(plans):
        report(number / len(pks), "replacing")
        if not obstacles(now, Order("jsonl", rules.strategy)):
            pairs[now.dialogue.pk] = _pair(now, rules, tagger, bytes(project.surrogate_key))
            looks.append(look_of(bytes(project.surrogate_key), now.dialogue.pk, now.result))
    if len(pairs) < FEWEST:
        raise Refused(
            gettext_noop("Fewer than two dialogues would leave: there is nothing to attack."),
            code="too_few",
        )
    names = project.labels.values_list("name", flat=True)
    last = export or project.exports.filter(status=JobStatus.DONE).order_by("-pk").first()
    marked = last is not None and last.spans == MARKED
    file, name = _file_of(last)
    strategies = {name: rules.of(name) for name in names}
    departed = shown_of_departed(project, looks)
    encode, why_not = encode_of(project.encoder)
    return Target(
        _as_written(project, pairs),
        strategies,
        marked,
        departed=departed,
        file=file,
        file_name=name,
        report=last.summary if last else None,
        evidence={kind: row.figures for kind, row in _measured(project)},
        encode=encode,
        no_encoder=why_not if project.encoder else "",
    )


def encode_of(encoder: str) -> tuple[Encode | None, str]:
    """What an encoder makes of texts; or None, and why it cannot be asked here."""
    settings = large_settings(encoder)
    if find_spec("torch") is None or find_spec("transformers") is None:
        return None, NO_EXTRA
    try:
        find_encoder(settings.encoder, online=settings.online)
    except LearningError:
        return None, NOT_OPENED
    return partial(sentence_vectors, settings=settings), ""


def _measured(project: Project) -> Iterator[tuple[str, Measurement]]:
    """The newest figures of each kind, which a bundle takes with it."""
    for kind in Measurement.Kind.values:
        row = newest(project, kind)
        if row is not None:
            yield kind, row


def _as_written(project: Project, pairs: Mapping[int, Pair]) -> list[Pair]:
    """The dialogues in the order in which they came, each under the name and at the place that it
    has in a file."""
    numbers = {pk: n for n, pk in enumerate(sorted(pairs, key=place_of(project)), 1)}
    return [_written_as(pair, numbers[pk]) for pk, pair in pairs.items()]


def _written_as(pair: Pair, number: int) -> Pair:
    return replace(pair, released=replace(pair.released, id=running_name(number), line=number))


def _file_of(export: Export | None) -> tuple[bytes, str]:
    """The file that left last, and its name; b"" where there is none any more."""
    path = settings.ANTIFAZ_DATA / (export.path if export else "")
    return (path.read_bytes(), path.name) if path.is_file() else (b"", "")


def _in_turn(pks: Sequence[int]) -> Iterator[Dialogue]:
    for first in range(0, len(pks), TOGETHER):
        some = Dialogue.objects.in_bulk(pks[first : first + TOGETHER])
        yield from (some[pk] for pk in pks[first : first + TOGETHER] if pk in some)


def _tagger(project: Project) -> Tagger | None:
    """The model that proposes, where there are dialogues that it never learnt from."""
    if not project.dialogues.filter(split=Dialogue.Split.TEST).exists():
        return None
    try:
        return open_current(project)[1]
    except (Refused, LearningError):
        return None


def _pair(now: Plan, rules: Rules, tagger: Tagger | None, key: bytes) -> Pair:
    # The engine knows a dialogue by its row, and so does an attack that redoes it.
    own = replace(own_value(now), id=str(now.dialogue.pk))
    by_people = all(turn.read_by in (PERSON, EMPTY) for turn in now.turns)  # type: ignore[attr-defined]
    read = None
    if tagger is not None and by_people and now.dialogue.split == Dialogue.Split.TEST:
        read = _as_the_model_reads(own, rules, tagger, key)
    released = read or replaced_value(own, now.result, id=own.id, marked=True)
    # What stood beside the turns is compared where any of it leaves; else it is only memory.
    beside = released.extra or any(turn.extra for turn in released.turns)
    return Pair(
        own if beside else _bare(own),
        released if beside else _bare(released),
        read is not None,
        now.dialogue.external_id,
    )


def _as_the_model_reads(
    own: DialogueValue, rules: Rules, tagger: Tagger, key: bytes
) -> DialogueValue | None:
    """The dialogue replaced by the model's labels alone; None where it would be held back."""
    found = tagger.predict(utterances_of_file([own]))
    read = replace(
        own,
        turns=tuple(
            replace(turn, spans=tuple(SpanValue(s.start, s.end, s.label) for s in spans))
            for turn, spans in zip(own.turns, found, strict=True)
        ),
    )
    dialogue = surrogate_dialogue_of_file(read)
    try:
        result = pseudonymise(
            dialogue,
            strategy=rules.for_engine(dialogue),
            key=key,
            knowledge=Knowledge(corpus=rules.corpus, values=rules.values),
        )
    except SurrogateError:
        return None
    return None if result.held else replaced_value(read, result, id=own.id, marked=True)


def _bare(value: DialogueValue) -> DialogueValue:
    """Without what no attack reads: it would be most of the memory."""
    turns = tuple(
        TurnValue(t.speaker, t.text, tuple(SpanValue(s.start, s.end, s.label) for s in t.spans))
        for t in value.turns
    )
    return DialogueValue(value.id, value.lang, turns, value.meta)


# --- two files ------------------------------------------------------------------------------------


def target_of_files(original: str, released: str, other: str = "") -> Target:
    """JSONL files of the same dialogues, by their ids; where none is in both, in order. `other`: a
    second release of them, "" where there is none.

    Raises EvidenceError where they do not align, by the number of dialogue and turn in RELEASED;
    FormatError, OSError.
    """
    # Whole, with what stands beside the turns: that may tell something as well.
    before = list(read_dialogues(original))
    pairs = _side_by_side(before, original, released)
    if len(pairs) < FEWEST:
        raise EvidenceError(f"{released}: {len(pairs)} dialogues; expected two or more.")
    if not any(turn.spans for pair in pairs for turn in pair.original.turns):
        raise EvidenceError(f"{original}: no item is labelled; expected every item that it holds.")
    second: list[Pair] = []
    if other:  # the same dialogues in the order of the first
        found = {pair.original.id: pair for pair in _side_by_side(before, original, other)}
        if found.keys() != {pair.original.id for pair in pairs}:
            raise EvidenceError(f"{other}: expected the dialogues of {released}, all and no other.")
        second = [found[pair.original.id] for pair in pairs]
    marked = any(turn.spans for pair in pairs for turn in pair.released.turns)
    return Target(
        pairs, {}, marked, other=second, file=_bytes_of(released), file_name=Path(released).name
    )


def _side_by_side(before: Sequence[DialogueValue], original: str, released: str) -> list[Pair]:
    """Each dialogue of a release beside its original. Raises as `target_of_files`."""
    after = list(read_dialogues(released))
    known = {each.id: each for each in before}
    if not known.keys() & {each.id for each in after}:
        if len(before) != len(after):
            raise EvidenceError(
                f"{released}: {len(after)} dialogues without an id of {original}, which has "
                f"{len(before)}; expected ids that were kept, or the same dialogues in order."
            )
        known = {two.id: one for one, two in zip(before, after, strict=True)}
    pairs = []
    for number, value in enumerate(after, 1):
        mine = known.get(value.id)
        if mine is None:
            raise EvidenceError(
                f"{released}: dialogue {number} is not in {original}; expected one that is."
            )
        _check_turns(mine, value, f"{released}: dialogue {number}")
        pairs.append(Pair(mine, value))
    return pairs


def _bytes_of(path: str) -> bytes:
    """The bytes of a file; none of what came by standard input."""
    return b"" if path == "-" else Path(path).read_bytes()


def _outside(turn: TurnValue) -> str:
    """The text of a turn without its items."""
    text = turn.text
    for span in reversed(turn.spans):
        text = f"{text[: span.start]} {text[span.end :]}"
    return text


def _check_turns(one: DialogueValue, two: DialogueValue, where: str) -> None:
    if len(one.turns) != len(two.turns):
        raise EvidenceError(
            f"{where}: {len(two.turns)} turns; expected {len(one.turns)}, as in the original."
        )
    for number, (before, after) in enumerate(zip(one.turns, two.turns, strict=True), 1):
        if before.text == after.text or (after.spans and not before.spans):
            continue
        # What is no item is copied sign for sign; surrogates stand between.
        said, left = words(_outside(before)), words(after.text)
        if not before.spans and min(len(said), len(left)) < LONG:
            continue
        blocks = SequenceMatcher(None, said, left, autojunk=False).get_matching_blocks()
        alike = sum(block.size for block in blocks)
        is_other = alike < ALIKE * len(said)
        if len(said) < LONG:  # a single word may have been taken for a part of an item
            is_long = bool(said) and len(left) > len(words(before.text)) + FEW
            is_other = not alike and (len(said) >= FEW or is_long)
        if is_other:
            raise EvidenceError(
                f"{where}, turn {number}: another text; expected that of the original with its "
                "items replaced."
            )
