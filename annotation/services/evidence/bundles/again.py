"""Today's attacks on an old bundle: what was measured then, beside what comes out now.

Called by `manage.py verify --again`. A dialogue is attacked as it stands in the bundle; one whose
originals, labels or surrogates are others today cannot be put beside it, and is counted.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from annotation.evidence.attacks.apart import run_apart
from annotation.evidence.attacks.registry import run_attacks
from annotation.evidence.attacks.types import Target
from annotation.evidence.bundle.checking import Checked
from annotation.evidence.bundle.layout import parts_in
from annotation.evidence.bundle.methods import findings_of
from annotation.evidence.types import Pair
from annotation.formats import DialogueValue, ReadOptions, iter_corpus
from annotation.models import Bundle, Dialogue, Project
from annotation.refusals import Refused
from annotation.replacement.leaving import replaced_value
from annotation.services.release.exports import digest_of
from annotation.services.release.outgoing import own_value, place_of
from annotation.services.revision.plans import Plan, plan_all
from annotation.services.revision.rules import rules_of

SEED = 0


def attack_again(project: Project, path: Path, checked: Checked) -> dict[str, Any]:
    """{"attacked", "changed", "findings": name -> [state then, state now]}.

    Raises Refused where the bundle's signature or the originals are not here.
    """
    bundle = Bundle.objects.filter(project=project, sha256=digest_of(path)).first()
    if bundle is None:
        raise Refused("this bundle is none of the project; expected one that was signed there")
    file = checked.evidence["file"]
    data = parts_in(path.read_bytes())[file["name"]]
    pairs, changed = pairs_of(bundle, data, file)
    if not pairs:
        raise Refused("no original of this bundle is here as it was; expected at least one")
    labels = checked.evidence["labels"]
    strategies = {label: file["by_label"].get(label, file["strategy"]) for label in labels}
    target = Target(
        pairs,
        strategies,
        spans_marked=file["spans_marked"],
        file=data,
        file_name=file["name"],
        evidence=checked.evidence,
    )
    rows = [finding.to_json() for finding in run_attacks(target, seed=SEED, runner=run_apart)]
    then = (checked.evidence["measured"].get("attack") or {"figures": {}})["figures"]
    before = {str(row.get("name")): str(row["state"]) for row in findings_of(then)}
    now = {str(row["name"]): str(row["state"]) for row in rows}
    findings = {
        each: [before.get(each, "not tried"), now.get(each, "not tried")]
        for each in sorted(before.keys() | now.keys())
    }
    return {"attacked": len(pairs), "changed": changed, "findings": findings}


def pairs_of(bundle: Bundle, data: bytes, file: dict[str, Any]) -> tuple[list[Pair], int]:
    """Each dialogue of a bundle's file beside its original, and how many cannot be put beside
    one."""
    project = bundle.project
    released = list(iter_corpus(file["format"], data, ReadOptions(), filename=file["name"]))
    numbers = list(bundle.export.departures.values_list("dialogue", flat=True))
    numbers.sort(key=place_of(project))
    there = Dialogue.objects.filter(project=project).in_bulk(numbers)
    beside = {
        pk: replace(each, line=line)
        for line, (pk, each) in enumerate(zip(numbers, released, strict=False), 1)
    }
    rules = rules_of(project, strategy=file["strategy"], by_label=file["by_label"], q=file["q"])
    here = sorted(there.values(), key=lambda each: (each.position, each.pk))
    plans = plan_all(project, here, rules=rules)
    pairs = [pair for now in plans for pair in _pair(now, beside.get(now.dialogue.pk))]
    return pairs, len(released) - len(pairs)


def _pair(now: Plan, released: DialogueValue | None) -> Iterator[Pair]:
    """The pair, if today's surrogates are those of the bundle: only then are their places known."""
    if released is None:
        return
    # The engine knows a dialogue by its row, and so does an attack that redoes it.
    own = replace(own_value(now), id=str(now.dialogue.pk))
    marked = replaced_value(own, now.result, id=released.id, marked=True)
    if [turn.text for turn in marked.turns] == [turn.text for turn in released.turns]:
        left = replace(marked, line=released.line)
        # What was missed in it would have been replaced: nobody knows of any.
        yield Pair(own, left, is_gold=False, source=now.dialogue.external_id)
