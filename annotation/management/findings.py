"""Findings of attacks as lines of text. Called by the command `attack`."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from annotation.services.evidence.attacks.kinds import kinds_of

STATES = {"held": "pass", "told": "warn"}  # as the page says it
WIDTH, MARGIN = 100, 8 * " "  # of a terminal; what a sentence is set in by


def described(summary: Mapping[str, Any]) -> str:
    """The summary of a run of attacks, or of what was written, in words."""
    if "questions" in summary:
        return f"{summary['questions']} questions in {summary['out']}"
    lines = [f"{summary['dialogues']} dialogues, what was missed is known of {summary['known']}"]
    for each in summary["findings"]:
        said = each["why"] or each["sentence"] % each["values"]
        state = STATES.get(each["state"], each["state"])
        lines.append(f"{state:8}{each['name']:20}{_figure(each)}".rstrip())
        lines += wrap(said, WIDTH, initial_indent=MARGIN, subsequent_indent=MARGIN)
        lines += [f"{MARGIN}- {kind.name}: {kind.told}" for kind in kinds_of(each)]
    if summary["not_run"]:
        lines.append(f"{summary['not_run']} not run, and not passed")
    return "\n".join(lines)


def _figure(finding: Mapping[str, Any]) -> str:
    share = finding["success"]
    if share is None:
        return ""
    chance = "" if finding["chance"] is None else f" chance {finding['chance']:.3f}"
    return f"{share['value']:.3f} ({share['low']:.3f}-{share['high']:.3f}){chance}"
