"""Pass, warn and block follow from the manager's limits."""

from typing import Any

from annotation.evidence.recall.limits import Limits, judge


def figures(left: list[float] | None, *labels: tuple[str, float, bool], **unknown: Any) -> Any:
    rows = [{"name": name, "low": low, "few": few} for name, low, few in labels]
    part = {"dialogues": 100, "left": left, "holding": left, "unknown": unknown.get("of", [])}
    return {
        "model": {"why": "", "labels": rows, "never": unknown.get("never", [])},
        "readers": {"why": "one_reader"},
        "file": {"rows": [{"kinds": ["model", *part["unknown"]], **part}], "all": part},
    }


USUAL = Limits()


def states(figures: Any, limits: Limits = USUAL) -> list[tuple[str, str]]:
    return [(verdict.code, verdict.state) for verdict in judge(figures, limits)]


def test_dialogues_pass_only_where_it_is_certain() -> None:
    assert states(figures([1, 0, 4]))[0] == ("dialogues", "ok")
    assert states(figures([4, 1, 9]))[0] == ("dialogues", "warn")
    assert states(figures([6, 3, 9]))[0] == ("dialogues", "block")


def test_a_model_that_finds_73_percent_is_no_mere_warning() -> None:
    """Even if what only it has read is so little that dialogues keep to their limit."""
    found = figures([1, 0, 4], ("surname", 0.61, False))
    assert states(found) == [("dialogues", "ok"), ("labels", "block")]
    assert judge(found, Limits())[1].labels == ("surname",)
    assert states(found, Limits(missed=0.4))[1] == ("labels", "ok")


def test_labels_of_which_little_is_known_do_not_pass() -> None:
    assert states(figures([1, 0, 4], ("a", 0.96, False), ("b", 0.1, True)))[1][1] == "warn"
    verdict = judge(figures([1, 0, 4], ("a", 0.95, False), never=["c"]), Limits())[1]
    assert (verdict.state, verdict.few, verdict.value) == ("warn", ("c",), 1 - 0.95)


def test_what_is_not_known_of_readers_is_said() -> None:
    verdicts = judge(figures([1, 0, 2], ("a", 0.99, False), of=["one"]), Limits())
    assert [(v.code, v.state) for v in verdicts] == [
        ("dialogues", "warn"),
        ("labels", "ok"),
        ("unmeasured", "warn"),
    ]


def test_nothing_that_leaves_is_judged_by_nothing() -> None:
    found = figures(None)
    found["file"]["all"]["dialogues"] = 0
    assert judge(found, Limits()) == []
