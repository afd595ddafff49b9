"""Attacks on a project's release, as a measurement, and on two files. Called by the worker
(`measurements.WORK`), by `manage.py attack`, and by the evidence page, which reads the figures."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.evidence.attacks.apart import run_apart
from annotation.evidence.attacks.registry import ATTACKS, run_attacks
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Report, quietly
from annotation.models import Project
from annotation.refusals import Refused
from annotation.services.evidence.attacks.targets import target_of, target_of_project
from annotation.services.evidence.measurements import file_of

MAKING = 0.4  # of the work: the release is made before it is attacked


def measure_attacks(
    project: Project, options: Mapping[str, Any], report: Report = quietly
) -> dict[str, Any]:
    """Findings of the attacks named in `options` ("only", all by default) with its "seed", on what
    would leave now, or on a file ("export").

    Raises Refused for an attack that there is not, and where too little would leave.
    """
    names = _checked(options.get("only") or ())
    export = file_of(project, options)
    target = target_of_project(
        project, lambda share, phase: report(MAKING * share, phase), export=export
    )

    def attacked(share: float, phase: str) -> None:
        report(MAKING + (1 - MAKING) * share, phase)

    figures = _figures(target, names, int(options.get("seed") or 0), attacked)
    return {"strategy": export.strategy if export else project.replacement, **figures}


def attack_files(
    original: str,
    released: str,
    *,
    other: str = "",
    only: Iterable[str] = (),
    seed: int = 0,
    report: Report = quietly,
) -> dict[str, Any]:
    """The same of two JSONL files; `other`: a second release, for the diff of both.

    Raises Refused, FormatError, OSError.
    """
    names = _checked(only)
    return _figures(
        target_of([original, released, *([other] if other else [])]), names, seed, report
    )


def _checked(names: Iterable[str]) -> list[str]:
    chosen = list(names)
    if unknown := sorted(set(chosen) - set(ATTACKS)):
        text = _("There is no attack “%(name)s”; there are: %(known)s.")
        raise Refused(text % {"name": unknown[0], "known": ", ".join(ATTACKS)}, code="no_attack")
    return chosen


def _figures(target: Target, names: Iterable[str], seed: int, report: Report) -> dict[str, Any]:
    findings = run_attacks(target, names, seed, report, run_apart)
    return {
        "dialogues": len(target.pairs),
        "known": sum(pair.is_gold for pair in target.pairs),
        "marked": target.spans_marked,
        "seed": seed,
        "not_run": sum(each.state == "not run" for each in findings),
        "findings": [each.to_json() for each in findings],
    }
