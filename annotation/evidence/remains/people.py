"""How many people fit what a dialogue tells, by public tables of a country. Called by `measuring`.

Source of the figures: INE (Spain), register of inhabitants on 1 January 2022 by province, sex and
five years of age (table 03002), and labour force survey, first quarter of 2022, people in work by
sex and sector (table 3977); rewritten by this project from a public copy (ESdata), with credit.
Fertility survey of 2018, women and men by age and number of children (tables 30166 and 30316).

The estimate multiplies: within five years of age people are taken to be spread evenly, and a sector
to be as common in each province and at each age from 16 on as in the whole country. Both are
assumptions, and said wherever a figure stands. A trade counts by its sector, which holds far more
people than the trade: what comes out is at least as many as fit. A child counts by the share of
parents at an age; at an age without a figure everybody counts, and so with every other relative.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.resources import files

from annotation.evidence.remains.groups import OF_TWO, PARENT
from annotation.evidence.remains.places import region_of
from annotation.evidence.remains.types import Ages, Told
from surrogates.languages import lexicon_for
from surrogates.languages.entries import sector_of

FOLDER = files("annotation.evidence.remains") / "tables"
COUNTRY_OF = {"es": "es", "ca": "es", "eu": "es", "gl": "es"}
WIDTH, LAST, OPEN = 5, 100, 10  # years of a band, where the last begins, and what it may hold
WORKING = 16  # years of age from which somebody has a trade
SEXES = ("f", "m")
_SERVING = (
    "arts care childcare education health hospitality law medicine office public sales security"
    " services technical transport"
)
# Field of a profession -> sector of the survey; fields without one may be of any.
SECTOR = {
    "farming": "agriculture",
    "industry": "industry",
    "construction": "construction",
    **dict.fromkeys(_SERVING.split(), "services"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """Where figures come from, as it is printed beside them."""

    name: str
    year: int
    what: str
    licence: str

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "year": self.year, "what": self.what, "licence": self.licence}


@dataclass(frozen=True)
class Table:
    """People of a country. `people`: (province, sex) -> how many in each band of `starts`;
    `workers`: (sector, sex) -> how many are in work there; `parents`: (`PARENT` or `OF_TWO`, sex)
    -> age -> the share who are."""

    people: Mapping[tuple[str, str], tuple[int, ...]]
    workers: Mapping[tuple[str, str], float]
    parents: Mapping[tuple[str, str], Mapping[int, float]]
    starts: tuple[int, ...]
    sources: tuple[Source, ...]

    @cached_property
    def provinces(self) -> frozenset[str]:
        return frozenset(province for province, _sex in self.people)

    def count(self, told: Told) -> float:
        """How many people fit, from 0 on; of everybody where nothing is told."""
        provinces = (told.provinces & self.provinces) or self.provinces
        sexes = tuple(told.sexes) if len(told.sexes) == 1 else SEXES
        sectors = {SECTOR.get(sector_of(trade), "") for trade in told.trades}
        at_work = bool(sectors) and "" not in sectors
        total = 0.0
        for sex in sexes:
            shares = self._shares(told, sex, at_work=at_work)
            in_work = min(sum(self.share(each, sex) for each in sectors), 1.0) if at_work else 1.0
            for province in provinces:
                bands = self.people[province, sex]
                total += in_work * sum(n * s for n, s in zip(bands, shares, strict=True))
        return total

    def share(self, sector: str, sex: str) -> float:
        """Of the people of a sex from 16 on, how many work in a sector."""
        return self.workers[sector, sex] / self._of_age[sex]

    @cached_property
    def _of_age(self) -> dict[str, float]:
        """Sex -> people from 16 on."""
        found = dict.fromkeys(SEXES, 0.0)
        for (_province, sex), bands in self.people.items():
            grown = self._shares(Told(), sex, at_work=True)
            found[sex] += sum(n * s for n, s in zip(bands, grown, strict=True))
        return found

    def _shares(self, told: Told, sex: str, *, at_work: bool) -> tuple[float, ...]:
        """Of each band, the share of its people who fit by age and children."""
        # Of two that are told ("mi hija", "mis hijos") the wider: two people may have said them.
        family = next((each for each in (PARENT, OF_TWO) if each in told.families), "")
        parents = self.parents.get((family, sex), {})
        years = {year for low, high in told.ages for year in range(low, high + 1)}
        least = WORKING if at_work else 0
        shares = []
        for start in self.starts:
            width = OPEN if start == LAST else WIDTH
            within = range(start, start + width)
            fit = [y for y in within if y >= least and (not told.ages or y in years)]
            shares.append(sum(parents.get(year, 1.0) for year in fit) / width)
        return tuple(shares)


@lru_cache(maxsize=4)
def table_for(lang: str) -> Table | None:
    """The table of the country where a language is spoken; None where there is no table of one."""
    country = COUNTRY_OF.get(lang.split("-")[0].lower())
    if country is None:
        return None
    head, *rows = _rows(f"{country}_people.tsv")
    starts = tuple(int(cell) for cell in head[2:-2])
    people = {(row[0], row[1]): tuple(int(cell) for cell in row[2:-2]) for row in rows}
    head, *rows = _rows(f"{country}_sectors.tsv")
    workers = {
        (row[0], sex): 1000 * float(row[head.index(sex)])  # thousands
        for row in rows
        for sex in SEXES
    }
    register = "register of inhabitants, 1 January, by province, sex and age"
    survey = "labour force survey, first quarter, people in work by sex and sector"
    fertility = "fertility survey, women and men by age and number of children"
    return Table(
        people,
        workers,
        _parents(country),
        starts,
        (
            Source("INE", 2022, register, "reuse with attribution"),
            Source("INE", 2022, survey, "reuse with attribution"),
            Source("INE", 2018, fertility, "reuse with attribution"),
        ),
    )


def _parents(country: str) -> dict[tuple[str, str], dict[int, float]]:
    """(`PARENT` or `OF_TWO`, sex) -> age -> the share of the people of that age."""
    found: dict[tuple[str, str], dict[int, float]] = {}
    _head, *rows = _rows(f"{country}_children.tsv")
    for sex, low, high, people, *having, _source, _licence in rows:
        for family, many in zip((PARENT, OF_TWO), having, strict=True):
            ages = range(int(low), int(high) + 1)
            shares = dict.fromkeys(ages, int(many) / int(people))
            found.setdefault((family, sex), {}).update(shares)
    return found


def coarser(told: Told, lang: str, what: str) -> Told:
    """Less of it: ages in tens ("ages"), regions for provinces; no trade, family, sex; or "all"."""
    if what == "ages":
        return replace(told, ages=frozenset(map(tens, told.ages)))
    if what == "provinces":
        lexicon = lexicon_for(lang)
        found = [region_of(lexicon, each) for each in told.provinces]
        return replace(told, provinces=frozenset().union(*found))
    if what == "trades":
        return replace(told, trades=frozenset())
    if what == "families":
        return replace(told, families=frozenset())
    if what == "sexes":
        return replace(told, sexes=frozenset())
    for each in ("ages", "provinces", "trades", "families", "sexes"):
        told = coarser(told, lang, each)
    return told


def tens(ages: Ages) -> Ages:
    """(34, 34) -> (30, 39): the bands that `generalise` writes from 30 on."""
    return ages[0] // 10 * 10, ages[1] // 10 * 10 + 9


def _rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (FOLDER / name).read_text("utf-8").splitlines()]
