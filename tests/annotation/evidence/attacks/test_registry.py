"""The run of attacks: one that breaks off leaves the others standing, and is not passed."""

import os
import signal
from typing import Any

import numpy as np
import pytest

from annotation.evidence.attacks import registry
from annotation.evidence.attacks.apart import DIED, run_apart
from annotation.evidence.attacks.registry import ATTACKS, BROKE_OFF, run_attacks
from annotation.evidence.attacks.types import Attack, Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report

NOBODY = Target(())


class Stop(Exception):
    """What a report raises."""


def holds(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    report(0.5, "")
    return Finding("holds", "values", "held", tried=int(rng.integers(1000)))


def breaks(_target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
    raise ValueError("Francisco Olabarri")


def lacks(_target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
    raise EvidenceError("There are no dates.")


def dies(_target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
    os._exit(9)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> dict[str, Attack]:
    rows: dict[str, Attack] = {"breaks": breaks, "holds": holds, "lacks": lacks}
    monkeypatch.setattr(registry, "ATTACKS", rows)
    monkeypatch.setattr(registry, "GROUP_OF", dict.fromkeys([*rows, "dies"], "values"))
    return rows


def test_one_that_breaks_off_is_not_run_and_the_rest_stands(table: object) -> None:
    first, second, third = run_attacks(NOBODY)
    assert (first.state, first.why, first.group) == ("not run", BROKE_OFF, "values")
    assert second.state == "held"
    assert (third.state, third.why) == ("not run", "There are no dates.")


@pytest.mark.parametrize("name", ["breaks", "lacks"])
def test_no_text_of_an_error_is_in_a_finding(table: object, name: str) -> None:
    (found,) = run_attacks(NOBODY, [name], runner=run_apart)
    assert found.state == "not run"
    assert "Olabarri" not in str(found.to_json())


def test_a_process_that_dies_leaves_the_others(table: dict[str, Attack]) -> None:
    table["dies"] = dies
    found = {each.name: each for each in run_attacks(NOBODY, ["holds", "dies"], runner=run_apart)}
    assert (found["dies"].state, found["dies"].why) == ("not run", DIED)
    assert found["holds"].state == "held"


def test_ctrl_c_is_for_its_parent_alone(table: dict[str, Attack]) -> None:
    """A terminal sends it to both; the parent ends the other and says one word, not two."""

    def pressed(*each: Any) -> Finding:
        os.kill(os.getpid(), signal.SIGINT)
        return holds(*each)

    table["dies"] = pressed
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        (found,) = run_attacks(NOBODY, ["dies"], runner=run_apart)
    finally:
        signal.signal(signal.SIGINT, before)
    assert found.state == "held"


def test_the_report_stops_it_wherever_it_runs(table: object) -> None:
    def report(share: float, _name: str) -> None:
        if share > 0:
            raise Stop

    for runner in (registry.run_here, run_apart):
        with pytest.raises(Stop):
            run_attacks(NOBODY, ["holds"], report=report, runner=runner)


def test_progress_goes_from_nought_to_one_and_names_the_attack(table: object) -> None:
    said: list[tuple[float, str]] = []
    run_attacks(NOBODY, ["holds", "lacks"], report=lambda *each: said.append(each))
    shares = [share for share, _ in said]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert {"holds", "lacks"} <= {name for _, name in said}


def test_chance_of_one_attack_does_not_depend_on_the_others(table: object) -> None:
    (alone,) = run_attacks(NOBODY, ["holds"])
    assert alone in run_attacks(NOBODY)
    assert run_attacks(NOBODY, ["holds"], seed=1) != [alone]


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(EvidenceError, match="'voodoo' is no attack; expected some of"):
        run_attacks(NOBODY, ["voodoo"])


def test_nothing_to_attack_is_no_pass() -> None:
    for found in run_attacks(NOBODY):
        assert found.state == "not run", found
        assert found.why
        assert found.name in ATTACKS


def test_findings_so_far_stand_beside_the_evidence_that_there_is(
    table: dict[str, Attack],
) -> None:
    seen: list[Any] = []

    def looks(target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
        seen.append(target.evidence)
        return Finding("looks", "channels", "held")

    table["looks"] = looks
    run_attacks(Target((), evidence={"recall": {"items": 30}}), ["holds", "looks"])
    (evidence,) = seen
    assert evidence["recall"] == {"items": 30}
    assert [each["name"] for each in evidence["findings"]] == ["holds"]
