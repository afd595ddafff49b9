"""Rows of the sheet: each attack in its section, shares as printed, figures without a drawing."""

import pytest

from annotation.evidence.bundle.counts import without_small
from annotation.evidence.bundle.pictures import Marks
from annotation.services.evidence.bundles import drawn, findings, plain_rows, sheet

NO_BREAK = "\N{NO-BREAK SPACE}"


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
    assert drawn.section_of({"name": name, "group": group}) == section


def test_an_attack_that_was_not_run_says_why_and_is_not_passed() -> None:
    row = drawn.attack_row({"name": "ids", "state": "not run", "why": "No zip.", "tried": 0})
    assert (row.state, row.sentence, row.success, row.marks.mid) == ("Not run", "No zip.", "", None)


def test_a_label_with_few_items_has_no_share() -> None:
    few = {"name": "month", "few": True, "value": 1.0, "low": 0.3, "high": 1.0, "n": "< 10"}
    much = {"name": "place", "few": False, "value": 0.84, "low": 0.748, "high": 0.904, "n": 119}
    shares = drawn.shares_of([much, few], letters={"place": ("P", "place")})
    row = shares.rows[0]
    assert (row.share, row.interval, row.count) == (f"84.0{NO_BREAK}%", "74.8–90.4", "119")
    assert (row.key, row.family) == ("P", "place")
    assert shares.few == f"month (<{NO_BREAK}10)" and not shares.has_bounds


@pytest.mark.parametrize(
    ("right", "n", "said"),
    [
        (1, 18, f"<{NO_BREAK}55.6{NO_BREAK}%"),  # below 10 of 18, which are 55.56 %
        (17, 18, f">{NO_BREAK}44.4{NO_BREAK}%"),  # above 8 of 18, which are 44.44 %
        (83, 86, f">{NO_BREAK}88.3{NO_BREAK}%"),  # above 76 of 86, which are 88.37 %
        (60, 86, f"69.8{NO_BREAK}%"),
    ],
)
def test_a_bound_points_where_the_share_is(right: int, n: int, said: str) -> None:
    """Figures are hidden once, and are drawn as they left: hiding them again turned them round."""
    share = {"value": right / n, "low": 0.0, "high": 1.0, "n": n}
    row = {"name": "membership", "group": "values", "state": "held", "success": share,
           "sentence": "Of %(claims)s words %(right)s were said.", "tried": n,
           "values": {"right": right, "claims": n}}  # fmt: skip
    left = without_small(without_small(row))
    shown = drawn.attack_row(left)
    assert shown.success == said == findings.share_words(left["success"])
    told = {1: f"<{NO_BREAK}10", 17: f">{NO_BREAK}8", 83: f">{NO_BREAK}76", 60: "60"}[right]
    assert shown.sentence.replace("< ", f"<{NO_BREAK}").replace("> ", f">{NO_BREAK}") == (
        f"Of {n} words {told} were said."
    )
    assert (shown.marks.mid is None) == (right != 60)  # a bound has no dot


def test_of_fewer_than_ten_nothing_is_drawn() -> None:
    row = {"name": "initials", "state": "held", "tried": 7, "values": {}, "chance": 0.1,
           "success": {"value": 3 / 7, "low": 0.1, "high": 0.8, "n": 7}}  # fmt: skip
    shown = drawn.attack_row(without_small(row))
    assert (shown.success, shown.interval, shown.chance) == ("too few to say", "", "")
    assert shown.marks == Marks(None, None, None, None) and not shown.marks.is_drawn


def test_figures_without_a_drawing_are_said_in_words() -> None:
    figures = {
        "alone": 12, "few": "< 10", "silent": 0, "rare": 40, "bars": [0, "< 10", 0, 0, 0, 40],
        "found": {"value": 0.74656, "low": 0.2, "high": 0.3, "n": 50}, "chance": 0.02,
        "sources": [{"name": "INE", "year": 2021}], "without_table": 0,
    }  # fmt: skip
    rows = dict(plain_rows.remains_rows(figures))
    assert rows["Dialogues whose details no other has (k = 1)"] == "12"
    assert rows["The same of fewer than five dialogues (k < 5)"] == f"<{NO_BREAK}10"
    assert rows["Dialogues that 3–4 people fit"] == f"<{NO_BREAK}10"
    assert rows["Dialogues that 500+ people fit"] == "~40"  # rounded, for the other is hidden
    assert rows["Dialogues that one utterance would find"] == f"74.7{NO_BREAK}%"
    assert rows["The same by chance"] == f"2.0{NO_BREAK}%"
    assert not any("5–9" in name or "public table" in name for name in rows)  # of none: no row
    assert plain_rows.fits_all(figures) == "" and plain_rows.remains_rows({}) == []


def test_that_all_fit_many_people_is_one_sentence() -> None:
    figures = {"alone": 0, "few": 0, "bars": [0, 0, 0, 0, 0, 86]}
    assert plain_rows.fits_all(figures) == "All 86 dialogues fit 500 people or more."
    assert not any("people fit" in name for name, _count in plain_rows.remains_rows(figures))


def test_what_a_model_remembers_is_said_in_bits() -> None:
    bits = {"0": {"mean": 1.8}, "4": {"mean": 5.2}, "64": {"mean": 5.9}}
    figures = {"labels": [{"label": "surname", "bits": bits}], "most": 8.97}
    assert plain_rows.exposure_rows(figures) == [("surname", "1.8", "5.9")]
    said = plain_rows.exposure_sentence(figures)
    assert "64 times" in said and "9.0 is the most" in said


def test_use_is_told_with_its_deviation_and_a_true_minus() -> None:
    rows = [
        {"strategy": "none", "original": {"mean": 0.477, "deviation": 0.0}, "delta": {"mean": 0.0}},
        {"strategy": "word", "original": {"mean": 0.459, "deviation": 0.029},
         "delta": {"mean": -0.0184}},
        {"strategy": "typed", "why": "nothing in it to learn from"},
    ]  # fmt: skip
    first, word, typed = (plain_rows.used_row(row, "word") for row in rows)
    assert (first.title, first.lost) == ("Originals", "")
    assert (word.score, word.lost) == (f".459{NO_BREAK}±{NO_BREAK}.029", "−1.8")
    assert word.is_this and not first.is_this
    assert typed.why and not typed.marks.is_drawn


def test_epsilon_says_once_what_all_labels_have_in_common() -> None:
    once, listed = "one draw stands for a whole person", "60 % of the real words are on no list"
    listed += ": they can be missed, never drawn"
    rows = [
        {"label": "place", "p": ".654", "delta": ".346", "outside": "60 %", "epsilon": "",
         "why": f"{once}; {listed}"},
        {"label": "other", "p": ".000", "delta": "1.000", "outside": "0 %", "epsilon": "",
         "why": f"{once}; words of these dialogues"},
    ]  # fmt: skip
    recall = {"model": {"labels": [{"name": "other", "few": True}]}}
    facts = {"epsilon": {"labels": rows}, "measured": {"recall": {"figures": recall}}}
    shown = sheet.Sheet(facts, {})
    assert shown.common == [once]
    assert [(row.label, row.p, row.outside, row.why) for row in shown.epsilon] == [
        ("place", ".654", "60 %", ""),
        ("other", "–", "0 %", "words of these dialogues"),  # too few items to say
    ]
    assert shown.own_reasons == [("other", "words of these dialogues")]


def test_what_is_left_is_told_with_its_interval() -> None:
    left = {"expected": 120, "low": 89, "most": 160, "dialogues": None}
    assert sheet.left_words(left) == "120 (89–160)"
    assert sheet.left_words(left | {"most": "< 10"}) == f"<{NO_BREAK}10"
    assert sheet.left_words(None) == "not measured"


def test_an_interval_is_rounded_outwards_as_on_the_page() -> None:
    share = {"value": 0.8485, "low": 0.7389, "high": 0.9241}
    assert findings.interval_words(share) == "73.8–92.5"
    assert findings.interval_words({"value": 0.29, "low": 0.29, "high": 0.29}) == "29.0–29.0"


def test_codes_are_told_in_words() -> None:
    assert plain_rows.language_words("es") == "Spanish"
    assert plain_rows.language_words("xx") == "xx"


def test_words_that_were_said_to_every_line_stand_once() -> None:
    said = [{"by": "Ane", "words": "It goes to two groups."}]
    line = {"check": "x", "title": "X", "line": "", "figure": "–", "reasons": said}
    facts = {
        "gate": [{**line, "state": "lifted"}, {**line, "state": "warn"},
                 {**line, "state": "ok", "reasons": []}],
        "signatures": [{"name": "Ane", "role": "manager", "day": "2026-11-27",
                        "words": "It goes to two groups."}],
    }  # fmt: skip
    shown = sheet.Sheet(facts, {})
    assert shown.same_reason == said[0]
    assert [each["reasons"] for each in shown.gate] == [[], [], []]
    assert shown.lifted[0]["reasons"] == [{**said[0], "same": True}]
    other = [{"by": "Ane", "words": "Another reason."}]
    facts["gate"][1]["reasons"] = other
    shown = sheet.Sheet(facts, {})
    assert shown.same_reason is None and shown.gate[1]["reasons"] == other
