"""What readers wrote of a round is read, and each place that was wrong is looked for."""

from pathlib import Path

from benchmarks.coherence.read_by_people import FOLDER, pointed_at, read

WRITTEN = """# xx-01 es
A: La matrícula es [4774 KLM:PLATE], que se lee igual al revés.
B: Vale, y llame mañana.
= dep 0 «igual al revés» on «4774 KLM»: a palindrome
= verdict SILENT
= wrong 0 «igual al revés» on «4774 KLM» (became «0224 LPX»): no palindrome; silent
= wrong 1 «mañana» on «4774 KLM»: told by a block; flagged
= wrong 1 «llame» on «4774 KLM»: nothing; shown.
"""


def test_a_round_is_read_and_looked_for(tmp_path: Path) -> None:
    (tmp_path / "es-01.txt").write_text(WRITTEN, "utf-8")
    [one] = read(tmp_path / "es-01.txt")
    case = one.case
    assert (case.id, case.lang, one.verdict, len(case.turns)) == ("xx-01", "es", "SILENT", 2)
    assert [item.label for item in case.items] == ["PLATE"]
    assert [told for _, _, told in one.wrong] == ["silent", "flagged", "shown"]
    assert list(pointed_at(one)) == [True, False]


def test_the_rounds_that_are_kept_can_be_read() -> None:
    found = [one for path in FOLDER.glob("*.txt") for one in read(path)]
    assert len(found) == 216 and all(one.verdict and one.case.turns for one in found)
