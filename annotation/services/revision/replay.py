"""Decisions replayed: the rows that are kept of them, as constraints on the labels of now.

Called by `plans` and `known`; nothing here reads the database.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from annotation.convert import mention_of
from annotation.formats.other_tools.placeholders import is_placeholder
from annotation.models import Turn
from surrogates.codes import ConstraintKind
from surrogates.folding import fold
from surrogates.types import Constraint, overlap
from surrogates.types import Dialogue as Texts


class OwnKind(StrEnum):
    """Kinds of decisions that the engine knows nothing of; the values are stored."""

    ITEM = "item"  # this stretch is an item: "turn:start-end:label"
    TAUGHT = "teach"  # a row of the project's lexicon was taught: its id
    # This stretch names nobody, although its words are labelled elsewhere: "turn:start-end".
    NO_NAME = "no_name"


OWN = frozenset(OwnKind)
# A mention that is labelled later joins these; another draw is its whole entity's anyway.
FOR_ALL = frozenset(
    {
        ConstraintKind.SURROGATE,
        ConstraintKind.PLACEHOLDER,
        ConstraintKind.GENDER,
        ConstraintKind.LINK,
    }
)
# The later of these counts.
TAKES_PLACE_OF: dict[str, tuple[str, ...]] = {
    ConstraintKind.SURROGATE: (ConstraintKind.PLACEHOLDER, ConstraintKind.SURROGATE),
    ConstraintKind.PLACEHOLDER: (ConstraintKind.SURROGATE,),
    ConstraintKind.REDRAW: (ConstraintKind.SURROGATE, ConstraintKind.PLACEHOLDER),
    ConstraintKind.LINK: (ConstraintKind.SPLIT,),
    ConstraintKind.SPLIT: (ConstraintKind.LINK,),
}
_ITEM = re.compile(r"(?P<turn>\d+):(?P<start>\d+)-(?P<end>\d+):(?P<label>.+)")
LONGEST_SURROGATE = 100  # characters that a person or a tool may give
ConstraintRow = dict[str, Any]  # of a decision: {"kind", "mentions", "value", "all"}


def row_of(
    kind: str, mentions: Sequence[str] = (), value: str = "", *, of_all: bool = False
) -> ConstraintRow:
    """A constraint as a decision keeps it; `of_all`: mentions labelled later join it."""
    return {"kind": str(kind), "mentions": list(mentions), "value": str(value), "all": of_all}


def wordings(original: Texts) -> dict[str, tuple[str, str]]:
    """Mention -> its label and folded text."""
    return {
        m.key: (m.label, fold(turn.text[m.start : m.end]))
        for turn in original.turns
        for m in turn.mentions
    }


def constraints_of(
    original: Texts, rows: Iterable[ConstraintRow], kind: str = ""
) -> tuple[Constraint, ...]:
    """Rows of decisions as constraints for the engine (or those of our own `kind`); mentions that
    are gone are left out, and a constraint that is left without any."""
    rows = list(rows)
    if not rows:
        return ()
    wording = wordings(original)
    apart = {key for row in rows if row["kind"] == ConstraintKind.SPLIT for key in row["mentions"]}
    alike: dict[tuple[str, str], list[str]] = {}
    for key, chosen_words in wording.items():
        if key not in apart:
            alike.setdefault(chosen_words, []).append(key)
    constraints = []
    for row in rows:
        if kind != (row["kind"] if row["kind"] in OWN else ""):
            continue
        mentions = [key for key in row["mentions"] if key in wording]
        enough = 2 if row["kind"] == ConstraintKind.LINK else 1
        if len(mentions) < enough and row["mentions"]:
            continue
        constraints.append(Constraint(row["kind"], tuple(mentions), row["value"]))
        if row.get("all"):  # those of the same wording that were labelled since, too
            said_there = dict.fromkeys(wording[key] for key in mentions if key not in apart)
            more = [
                k for chosen_words in said_there for k in alike[chosen_words] if k not in mentions
            ]
            if more:  # apart from the row itself, by which an issue knows that it is settled
                first = mentions[:1] if row["kind"] == ConstraintKind.LINK else []
                constraints.append(Constraint(row["kind"], (*first, *more), row["value"]))
    return _latest(constraints)


def _latest(constraints: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """The constraints that no later decision about the same mentions replaces."""
    kept: list[Constraint] = []
    for each in constraints:
        old = (
            ()
            if each.kind == ConstraintKind.LINK and each.value
            else TAKES_PLACE_OF.get(each.kind, ())
        )
        mentions = set(each.mentions)
        for place, earlier in enumerate(kept):
            if earlier.kind not in old or mentions.isdisjoint(earlier.mentions):
                continue
            if each.kind == ConstraintKind.LINK and mentions.issubset(earlier.mentions):
                continue  # these were set apart together
            rest = tuple(key for key in earlier.mentions if key not in mentions)
            kept[place] = replace(earlier, mentions=rest)
        kept.append(each)
    return tuple(
        c for c, given in zip(kept, constraints, strict=True)
        if len(c.mentions) >= (2 if c.kind == ConstraintKind.LINK else 1) or not given.mentions
    )  # fmt: skip


def with_items(texts: Texts, turns: Sequence[Turn], rows: Iterable[ConstraintRow]) -> Texts:
    """The dialogue with the items that a curator labelled while revising, where they still fit."""
    place = {turn.pk: index for index, turn in enumerate(turns)}
    changed = list(texts.turns)
    for wish in constraints_of(texts, rows, OwnKind.ITEM):
        match = _ITEM.fullmatch(wish.value)
        if match is None or int(match["turn"]) not in place:
            continue
        index, start, end = place[int(match["turn"])], int(match["start"]), int(match["end"])
        turn = changed[index]
        if end <= len(turn.text) and not any(
            overlap((m.start, m.end), (start, end)) for m in turn.mentions
        ):
            item = mention_of(int(match["turn"]), start, end, match["label"])
            mentions = sorted((*turn.mentions, item), key=lambda m: m.start)
            changed[index] = replace(turn, mentions=tuple(mentions))
    return replace(texts, turns=tuple(changed))


def replacement_row(key: str, text: object) -> ConstraintRow | None:
    """The tool's text for a mention as a row of a decision; None for one that cannot stand."""
    surrogate = " ".join(text.split()) if isinstance(text, str) else ""
    if not surrogate or len(surrogate) > LONGEST_SURROGATE or not surrogate.isprintable():
        return None
    if is_placeholder(surrogate):
        return row_of(ConstraintKind.PLACEHOLDER, [key])
    return row_of(ConstraintKind.SURROGATE, [key], surrogate)
