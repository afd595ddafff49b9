"""How many people fit, by hand from the rows of the tables."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.evidence.remains.people import FOLDER, SECTOR, coarser, table_for
from annotation.evidence.remains.types import Told
from surrogates.languages import lexicon_for

SORIA = Told(provinces=frozenset({"Soria"}))


def table():  # type: ignore[no-untyped-def]
    found = table_for("es")
    assert found is not None
    return found


def test_nobody_told_is_everybody() -> None:
    """INE, register of 1 January 2022: 47,475,420 people."""
    assert table().count(Told()) == 47_475_420


def test_a_province_has_its_people() -> None:
    """Soria: 88,377."""
    assert table().count(SORIA) == 88_377


def test_a_sex_has_its_people() -> None:
    """Soria: 43,601 women."""
    told = Told(provinces=frozenset({"Soria"}), sexes=frozenset("f"))
    assert table().count(told) == 43_601
    both = Told(provinces=frozenset({"Soria"}), sexes=frozenset("fm"))
    assert table().count(both) == 88_377  # a woman and a man: nobody knows which


def test_an_age_is_a_fifth_of_its_band() -> None:
    """Women of 30 to 34 in Albacete: 10,750; of 34 years: 2,150; of 30 to 39: 10,750 + 11,758."""
    women = {"provinces": frozenset({"Albacete"}), "sexes": frozenset("f")}
    assert table().count(Told(ages=frozenset({(30, 34)}), **women)) == 10_750
    assert table().count(Told(ages=frozenset({(34, 34)}), **women)) == pytest.approx(2_150)
    assert table().count(Told(ages=frozenset({(30, 39)}), **women)) == 22_508


def test_several_values_are_a_choice() -> None:
    """Soria or Teruel: the people of both."""
    two = Told(provinces=frozenset({"Soria", "Teruel"}))
    teruel = Told(provinces=frozenset({"Teruel"}))
    assert table().count(two) == 88_377 + table().count(teruel)


def test_a_trade_counts_by_its_sector() -> None:
    """133,600 women in construction, as common among the women of Soria from 16 on as in Spain."""
    told = Told(provinces=SORIA.provinces, sexes=frozenset("f"), trades=frozenset({"construction"}))
    grown = Told(provinces=SORIA.provinces, sexes=frozenset("f"), ages=frozenset({(16, 109)}))
    share = 133_600 / table().count(Told(sexes=frozenset("f"), ages=frozenset({(16, 109)})))
    assert table().count(told) == pytest.approx(share * table().count(grown))
    assert table().count(told) == pytest.approx(240, abs=15)
    at_site = replace(told, trades=frozenset({"construction-site"}))
    assert table().count(at_site) == table().count(told)


def test_a_child_counts_by_the_share_of_parents_at_an_age() -> None:
    """Women of 34 in Albacete: 2,150. Of 1,419,351 women of 30 to 34, 681,371 have children
    (0.48006) and 323,617 two or more (0.22800): 1,032.1 and 490.2. Men: 11,730 / 5 = 2,346, of whom
    515,535 in 1,387,637 (0.37152) have some: 871.6."""
    one = Told(
        ages=frozenset({(34, 34)}),
        provinces=frozenset({"Albacete"}),
        sexes=frozenset("f"),
        families=frozenset({"younger", "parent"}),
    )
    two = replace(one, families=frozenset({"parent of two"}))
    both = replace(one, families=frozenset({"parent", "parent of two"}))
    assert table().count(one) == pytest.approx(1_032.1, abs=0.1)
    assert table().count(two) == pytest.approx(490.2, abs=0.1)
    assert table().count(both) == table().count(one)  # two people may have said them
    assert table().count(replace(one, sexes=frozenset("m"))) == pytest.approx(871.6, abs=0.1)


def test_an_unknown_age_counts_by_the_share_over_all_ages() -> None:
    """Women of Soria, 43,601, by bands: 15-19 1,949, of whom 18 and 19 (two fifths, 779.6) at
    0.046828; 20-24 1,998 at the same; 25-29 2,024 at 0.207780; 30-34 2,122 at 0.480058; 35-39 2,441
    at 0.722180; 40-44 2,923 at 0.810150; 45-49 3,163 at 0.812615; 50-54 3,239 and, of 3,430, those
    of 55 (686) at 0.807265. Of the 19,375.6 of 18 to 55 that leaves 130.1 + 420.5 + 1,018.7 +
    1,762.8 + 2,368.1 + 2,570.3 + 3,168.5 = 11,439.0; the other 24,225.4, without a figure, stay."""
    told = Told(SORIA.ages, frozenset("f"), SORIA.provinces, families=frozenset({"parent"}))
    assert table().count(told) == pytest.approx(24_225.4 + 11_439.0, abs=0.5)


@pytest.mark.parametrize(("sex", "age"), [("f", 17), ("f", 56), ("m", 29), ("m", 56)])
def test_without_a_figure_everybody_counts(sex: str, age: int) -> None:
    alone = Told(ages=frozenset({(age, age)}), sexes=frozenset(sex))
    assert table().count(replace(alone, families=frozenset({"parent"}))) == table().count(alone)
    known = Told(ages=frozenset({(40, 40)}), sexes=frozenset(sex))
    other = replace(known, families=frozenset({"spouse", "same", "older", "younger", "children"}))
    assert table().count(other) == table().count(known)


def test_a_field_without_a_sector_says_nothing() -> None:
    assert table().count(Told(trades=frozenset({"status"}))) == table().count(Told())


def test_what_generalising_buys() -> None:
    told = Told(
        ages=frozenset({(34, 34)}),
        provinces=frozenset({"Teruel"}),
        trades=frozenset({"construction"}),
        sexes=frozenset("f"),
        families=frozenset({"parent"}),
    )
    assert coarser(told, "es", "ages").ages == {(30, 39)}
    assert coarser(told, "es", "families") == replace(told, families=frozenset())
    assert coarser(told, "es", "provinces").provinces == {"Huesca", "Teruel", "Zaragoza"}
    assert coarser(told, "es", "trades").trades == frozenset()
    assert coarser(told, "es", "all") == Told(
        ages=frozenset({(30, 39)}), provinces=frozenset({"Huesca", "Teruel", "Zaragoza"})
    )


def test_a_province_that_is_a_region_stays() -> None:
    asturias = Told(provinces=frozenset({"Asturias"}))
    assert coarser(asturias, "es", "provinces") == asturias


def test_other_languages_of_the_country_and_none() -> None:
    assert table_for("ca") == table_for("es-ES") == table_for("eu")
    assert table_for("en") is None


def test_the_source_is_named() -> None:
    assert [(each.name, each.year) for each in table().sources] == [
        ("INE", 2022), ("INE", 2022), ("INE", 2018)
    ]  # fmt: skip


details = st.builds(
    Told,
    ages=st.frozensets(st.sampled_from([(34, 34), (30, 39), (90, 109), (7, 7)]), max_size=2),
    sexes=st.frozensets(st.sampled_from("fm"), max_size=2),
    provinces=st.frozensets(st.sampled_from(["Soria", "Teruel", "Madrid"]), max_size=2),
    trades=st.frozensets(st.sampled_from(["health", "farming", "status"]), max_size=2),
    families=st.frozensets(st.sampled_from(["parent", "parent of two", "older"]), max_size=2),
)


@given(details, st.sampled_from(["ages", "provinces", "trades", "families", "sexes", "all"]))
def test_coarser_fits_no_fewer(told: Told, what: str) -> None:
    assert table().count(coarser(told, "es", what)) >= table().count(told) - 1e-6


def test_the_tables_are_whole() -> None:
    """Every province of the lexicon has both sexes, every cell a number, every row its source; in
    work were 20,084.7 thousand people, and no sector of ours is without a row."""
    known = {row["province"] for row in lexicon_for("es").rows("provinces")}
    assert table().provinces == known
    assert set(table().people) == {(name, sex) for name in known for sex in "fm"}
    assert {len(bands) for bands in table().people.values()} == {21}
    assert sum(table().workers.values()) == pytest.approx(20_084_700)
    assert {sector for sector, _sex in table().workers} == set(SECTOR.values())
    for name in ("es_people", "es_sectors", "es_children", "cues"):
        head, *rows = (FOLDER / f"{name}.tsv").read_text("utf-8").splitlines()
        assert head.endswith("source\tlicence")
        assert rows == sorted(rows)
        assert all(len(row.split("\t")) == len(head.split("\t")) for row in rows)
        assert all(row.split("\t")[-2:] != ["", ""] for row in rows)
