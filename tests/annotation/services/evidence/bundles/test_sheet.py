"""Rows of the sheet: each attack in its section, shares as printed, figures without a drawing."""

import pytest

from annotation.services.evidence.bundles import plain_rows, sheet


@pytest.mark.parametrize(
    ("name", "group", "section"),
    [
        ("parrot", "survivors", "singling"),
        ("said-once", "coherence", "singling"),
        ("fragment", "people", "singling"),
        ("two-files", "survivors", "linking"),
        ("linkage", "people", "linking"),
        ("ids", "channels", "linking"),
        ("guess", "values", "inferring"),
        ("attributes", "people", "inferring"),
        ("something new", "people", "inferring"),
    ],
)
def test_sections(name: str, group: str, section: str) -> None:
    assert sheet.section_of({"name": name, "group": group}) == section


def test_an_attack_that_was_not_run_says_why_and_is_not_passed() -> None:
    row = sheet.attack_row({"name": "ids", "state": "not run", "why": "No zip.", "tried": 0})
    assert (row.state, row.sentence, row.success, row.marks.mid) == ("Not run", "No zip.", "", None)


def test_a_label_with_few_items_has_no_share() -> None:
    few = {"name": "month", "few": True, "value": 1.0, "low": 0.3, "high": 1.0, "n": "< 10"}
    much = {"name": "place", "few": False, "value": 0.84, "low": 0.748, "high": 0.904, "n": 119}
    rows = sheet.share_rows([much, few])
    assert [(row.share, row.interval, row.count) for row in rows] == [
        ("84.0 %", "74.8–90.4", "119"),
        ("", "", "< 10"),
    ]


def test_figures_without_a_drawing_are_said_in_words() -> None:
    figures = {
        "alone": 12, "few": "< 10", "silent": 0, "rare": 40, "bars": [0, "< 10", 0, 0, 0, 31],
        "found": {"value": 0.25, "low": 0.2, "high": 0.3, "n": 50}, "chance": 0.02,
        "sources": [{"name": "INE", "year": 2021}],
    }  # fmt: skip
    rows = dict(plain_rows.remains_rows(figures))
    assert rows["Dialogues whose details no other has (k = 1)"] == "12"
    assert rows["The same of fewer than five dialogues (k < 5)"] == "< 10"
    assert rows["Dialogues that 3–4 people fit"] == "< 10"
    assert rows["Dialogues that one utterance would find, and by chance"] == "25.0 %, 2.0 %"
    assert plain_rows.remains_rows({}) == []


def test_what_a_model_remembers_is_said_in_bits() -> None:
    bits = {"0": {"mean": 1.8}, "4": {"mean": 5.2}, "64": {"mean": 5.9}}
    rows = plain_rows.exposure_rows({"labels": [{"label": "surname", "bits": bits}], "most": 8.97})
    assert rows == [
        ("surname", "1.8 bits never seen, 5.9 seen 64 times"),
        ("The most there can be", "9.0 bits"),
    ]


def test_what_is_left_is_told_with_its_interval() -> None:
    left = {"expected": 120, "low": 89, "most": 160, "dialogues": None}
    assert sheet.left_words(left) == "120 (89–160)"
    assert sheet.left_words(left | {"most": "< 10"}) == "< 10"
    assert sheet.left_words(None) == "not measured"


def test_an_interval_is_rounded_outwards_as_on_the_page() -> None:
    assert sheet.interval_words({"value": 0.8485, "low": 0.7389, "high": 0.9241}) == "73.8–92.5"
    assert sheet.interval_words({"value": 0.29, "low": 0.29, "high": 0.29}) == "29.0–29.0"


def test_a_model_of_the_originals_is_called_so() -> None:
    assert sheet._title({"strategy": "none"}) == "Originals"
