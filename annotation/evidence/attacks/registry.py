"""The table of attacks, and the run of them. Called by `services.evidence.attacks` and benchmarks.

One line a row. An attack that cannot be run, or breaks off, is "not run" with one sentence, and the
others stand.
"""

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from annotation.evidence.attacks.apart import BROKE_OFF
from annotation.evidence.attacks.channels import ROWS as CHANNELS
from annotation.evidence.attacks.coherence import ROWS as COHERENCE
from annotation.evidence.attacks.outcome import not_run
from annotation.evidence.attacks.people import ROWS as PEOPLE
from annotation.evidence.attacks.survivors.parrot import parrot_marked, parrot_unmarked
from annotation.evidence.attacks.survivors.real_or_surrogate import real_or_surrogate
from annotation.evidence.attacks.survivors.two_files import two_files
from annotation.evidence.attacks.types import Attack, Target
from annotation.evidence.attacks.values.date_shift import date_shift
from annotation.evidence.attacks.values.frequency import frequency, membership
from annotation.evidence.attacks.values.guess import guess
from annotation.evidence.attacks.values.pieces import card_pieces, initials
from annotation.evidence.attacks.values.weak_key import weak_key
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report, quietly

SURVIVORS: dict[str, Attack] = {
    "parrot-spans": parrot_marked,
    "parrot": parrot_unmarked,
    "real-or-surrogate": real_or_surrogate,
    "two-files": two_files,
}
VALUES: dict[str, Attack] = {
    "frequency": frequency,
    "membership": membership,
    "guess": guess,
    "date-shift": date_shift,
    "weak-key": weak_key,
    "card-pieces": card_pieces,
    "initials": initials,
}
BY_GROUP: dict[str, dict[str, Attack]] = {
    "survivors": SURVIVORS,
    "values": VALUES,
    "coherence": COHERENCE,
    "people": PEOPLE,
    "channels": CHANNELS,
}
ATTACKS: dict[str, Attack] = {
    name: attack for rows in BY_GROUP.values() for name, attack in rows.items()
}
GROUP_OF = {name: group for group, rows in BY_GROUP.items() for name in rows}

# One attack with its own chance and report; `apart.run_apart` does it in a process that may die.
Runner = Callable[[Attack, Target, np.random.Generator, Report], Finding]


def run_here(attack: Attack, target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Run an attack in this process."""
    return attack(target, rng, report)


def run_attacks(
    target: Target,
    names: Iterable[str] = (),
    seed: int = 0,
    report: Report = quietly,
    runner: Runner = run_here,
) -> list[Finding]:
    """The findings of the attacks named, all by default, in the order of the table.

    Each has chance of its own, so that its figures do not depend on the others. What `report`
    raises stops the run. Raises EvidenceError for a name that there is not.
    """
    chosen = set(names) or set(ATTACKS)
    if unknown := sorted(chosen - set(ATTACKS)):
        raise EvidenceError(
            f"{unknown[0]!r} is no attack; expected some of {', '.join(sorted(ATTACKS))}"
        )
    rows = [(name, attack) for name, attack in ATTACKS.items() if name in chosen]
    findings: list[Finding] = []
    for place, (name, attack) in enumerate(rows):
        said = _Said(report, place / len(rows), 1 / len(rows), name)
        said(0.0)
        rng = np.random.default_rng([seed, zlib.crc32(name.encode())])
        seen = _with_evidence(target, findings)
        findings.append(_one(name, attack, seen, rng, said, runner))
    report(1.0, "")
    return findings


def _with_evidence(target: Target, findings: Sequence[Finding]) -> Target:
    """The target with the findings so far beside its other evidence, for they travel with a
    release as well: the last attack searches them."""
    if not findings:
        return target
    so_far = {"findings": [each.to_json() for each in findings]}
    return replace(target, evidence={**(target.evidence or {}), **so_far})


class _Said:
    """The report of one attack: its share of the whole. What it raised is known from an error."""

    def __init__(self, report: Report, start: float, size: float, name: str) -> None:
        self.report, self.start, self.size, self.name = report, start, size, name
        self.stopped: BaseException | None = None

    def __call__(self, share: float, _phase: str = "") -> None:
        try:
            self.report(self.start + self.size * min(1.0, max(0.0, share)), self.name)
        except BaseException as error:
            self.stopped = error
            raise


def _one(
    name: str,
    attack: Attack,
    target: Target,
    rng: np.random.Generator,
    said: _Said,
    runner: Runner,
) -> Finding:
    try:
        return runner(attack, target, rng, said)
    except EvidenceError as error:
        return not_run(name, GROUP_OF[name], str(error))
    except Exception:
        if said.stopped is not None:
            raise
        # Its words may hold text of a dialogue.
        return not_run(name, GROUP_OF[name], BROKE_OFF)
