"""Professions: another of the same field, in the gender that was said.

One that the dialogue tells of outside the labels stays (`trades_told`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from surrogates import draw, notices
from surrogates.attributes.alike import akin, same_start, shares_stem
from surrogates.attributes.german_cases import base_of, declined, is_adjective, is_weak
from surrogates.attributes.plurals import plural_of
from surrogates.attributes.sounds import sound_fits
from surrogates.attributes.staying import cased_like, say_what_stays, settle
from surrogates.attributes.trade_forms import cut_forms, forms_of, is_plural, plurals_of, row_of
from surrogates.attributes.trades_told import deeds_told, has_employer, is_told
from surrogates.checks.relations.wording.trades import does
from surrogates.folding import PARTICLES, fold, words, words_apart
from surrogates.labels import NAMES, Kind, type_name
from surrogates.languages.entries import sector_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import HEAD_LAST
from surrogates.people.context.families import bears_firm
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import asked_gender

_TEACHING = "education-school"  # what nobody knows and is somebody's ("la catequista de Nico")
_OFFICE = "office"  # what nobody knows and is a firm's: "unser Prokurist"
_GENITIVE = ("'s ", "’s ", " ")
# What somebody is in place of a trade, each at its time of life; a child at school stays one.
IN_LIFE = frozenset({"learning", "pupil", "retired", "status"})
_STANDINGS = frozenset({"association", "leading", "owning", *IN_LIFE})
_PROXIMATE = frozenset({"ok", "oi", "on", "okin", "ontzat"})  # Basque: "we firemen"
_CHOICE, _NO = (True, False), (False,)


@dataclass(frozen=True, slots=True)
class Profession:
    """What a mention says: group and gender, "" where nothing tells."""

    group: str
    gender: str


def replace_professions(scene: Scene, items: Iterable[Item]) -> None:
    """Writes surrogates of all professions; an issue where none is left to draw."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(_key(scene.lexicon, item), []).append(item)
    groups = _joined(groups)
    told = [
        key
        for key, said in groups.items()
        if any(_stays(scene, item) for item in said) or _is_only_one(scene, said)
    ]
    # "Lehrerin" beside a "Lehrer" that stays is of the same trade.
    told += [
        key
        for key, said in groups.items()
        if key not in told and any(_are_twins(scene, key, said, k, groups[k]) for k in told)
    ]
    kept = [item for key in told for item in groups.pop(key)]
    for item in kept:
        settle(scene, item, item.text)
    say_what_stays(scene, kept)
    order = sorted(groups, key=lambda k: draw.order_key(scene.key, scene.dialogue.id, k))
    written: dict[str, str] = {}
    for key in order:
        said = groups[key]
        twin = next((k for k in order if _are_twins(scene, key, said, k, groups[k])), "")
        drawn = _of_twin(scene, said, written.get(twin, ""))
        drawn = drawn or _draw(scene, key, said, groups.get(twin, ()))
        written[key] = drawn or ""
        if drawn is None:
            keys = tuple(item.key for item in said)
            scene.raise_issue(notices.NO_CANDIDATE_LEFT, said[0], keys)
        text = drawn or f"[{type_name(said[0].label)}]"
        for item in said:
            work = _workplace(scene.lexicon, item.text)
            form = _inflected(scene, item, text) + work
            if work:
                scene.told[item.index] = frozenset(words(work))
            scene.surrogates[item.index] = text if drawn is None else cased_like(form, item.text)
        scene.add_card("profession", said, text)


def _stays(scene: Scene, item: Item) -> bool:
    """Whether only this trade will do; who drives for somebody does not drive anything else:
    "Busfahrer bei den Verkehrsbetrieben"."""
    if is_told(scene, item) or _has_firm(scene, item):
        return True
    group = profession_said(scene, [item]).group
    return group == "pupil" or (sector_of(group) == "transport" and has_employer(scene, item))


def _is_only_one(scene: Scene, items: Sequence[Item]) -> bool:
    """Whether no other trade of the tables does all that the words around say is done: who "cuts
    hair in a salon"."""
    said = profession_said(scene, items)
    deeds = deeds_told(scene, items) if said.group not in IN_LIFE else []
    if not deeds:
        return False
    jobs = _jobs(scene)
    return not any(
        all(does(form, stems) for stems in deeds)
        and not any(akin(one, job) for one in words(form) for job in jobs)
        and all(sound_fits(scene, item, form) for item in items)
        for form in _pool(scene.lexicon, "", said.gender).weights
    )


def _jobs(scene: Scene) -> set[str]:
    """The words of all jobs that the dialogue tells of anybody."""
    return {w for i in scene.of_kind(scene.items, Kind.PROFESSION) for w in words(i.text)}


def _has_firm(scene: Scene, item: Item) -> bool:
    """Whether a trade is of the one whose name a firm bears: "Stöckl & Partner", "Rechtsanwalt
    Stöckl"."""
    named = _name_after(scene, item)
    return named is not None and scene.between(item, named) == " " and bears_firm(scene, named)


def _name_after(scene: Scene, item: Item) -> Item | None:
    """The next name of a turn behind a mention."""
    row = scene.items_by_turn[item.turn]
    return next((i for i in row if i.start >= item.end and i.kind in NAMES), None)


def _joined(groups: dict[str, list[Item]]) -> dict[str, list[Item]]:
    """Mentions by profession, one that is said in part with the whole ("assistante")."""
    joined: dict[str, list[Item]] = {}
    for key in sorted(groups, key=len, reverse=True):
        whole = next((each for each in joined if each.startswith(f"{key} ")), key)
        joined.setdefault(whole, []).extend(groups[key])
    return joined


def _are_twins(
    scene: Scene, one: str, said: Sequence[Item], two: str, also: Sequence[Item]
) -> bool:
    """Whether two are the feminine and the masculine of one trade: "Lehrerin", "Lehrer"."""
    genders = {profession_said(scene, each).gender for each in (said, also)}
    return genders == {"f", "m"} and shares_stem(one, two)


def _twin(lexicon: Lexicon, form: str) -> str:
    """The form for the other gender of a profession of the tables; "" where they have none."""
    row = forms_of(lexicon)[" ".join(words(form))]
    if row["gender"] == "u":
        return form
    others = [
        r["form"]
        for r in lexicon.rows("professions")
        if r["group"] == row["group"]
        and {r["gender"], row["gender"]} == {"f", "m"}
        and shares_stem(fold(form), fold(r["form"]))
    ]
    return max(others, key=lambda o: (same_start(fold(form), fold(o)), -len(o)), default="")


def _of_twin(scene: Scene, items: Sequence[Item], drawn: str) -> str | None:
    """The other gender of what was drawn for a trade's other form."""
    form = _twin(scene.lexicon, drawn) if drawn else ""
    return form if form and all(sound_fits(scene, item, form) for item in items) else None


def _workplace(lexicon: Lexicon, text: str) -> str:
    """What an English mention ends with, where that is a place of work: "tailor[ shop]"."""
    head, blank, last = text.rpartition(" ")
    known = blank and lexicon.lang == "en" and " ".join(words(text)) not in forms_of(lexicon)
    work = (
        known and fold(last) in lexicon.cues("deed") and " ".join(words(head)) in forms_of(lexicon)
    )
    return f" {last}" if work else ""


def _key(lexicon: Lexicon, item: Item) -> str:
    """Folded words of a profession in the singular; in Basque without the article and the case."""
    said = item.text.removesuffix(_workplace(lexicon, item.text))
    text = " ".join(words(said))
    row = row_of(lexicon, said) if lexicon.lang == "eu" else None
    row = row or (plurals_of(lexicon).get(text) if text not in forms_of(lexicon) else None)
    if row is None and lexicon.lang == "de":
        bases = (fold(base_of(said)), *cut_forms(text))
        known = (
            t[key] for key in bases for t in (forms_of(lexicon), plurals_of(lexicon)) if key in t
        )
        row = next(known, None)
    return " ".join(words(row["form"] if row is not None else said))


def _inflected(scene: Scene, item: Item, form: str) -> str:
    """A profession with the Basque article and case ("irakasleei"), or the plural, of another."""
    lexicon = scene.lexicon
    if lexicon.lang == "de":
        feminine = profession_said(scene, [item]).gender == "f"
        many, one = is_plural(lexicon, item.text), fold(base_of(item.text)) in forms_of(lexicon)
        return declined(form, scene.before(item), feminine=feminine, plural=many, one=one)
    if lexicon.lang != "eu":
        return plural_of(form, lexicon.lang) if is_plural(lexicon, item.text) else form
    row = row_of(lexicon, item.text)
    if row is None:
        return form
    bare = fold(row["form"]).replace("-", " ").removesuffix("a")  # "gizarte-langile"
    ending = fold(item.text).replace("-", " ").removeprefix(bare).removeprefix("r")
    inside = ending.startswith(("a", "e")) or ending in _PROXIMATE
    if not inside or ending == fold(item.text):
        # "[suhiltzaile]entzat": the ending stands behind the mention.
        if not scene.after(item)[:1].lower().startswith(("a", "e", "o")):
            return form
        ending = ""
    # "maisua", but "telefonista" and "baserritarra".
    return f"{form.removesuffix('a')}{'r' if form.endswith('r') else ''}{ending}"


def profession_said(scene: Scene, items: Sequence[Item]) -> Profession:
    """Group and gender of a profession that some mentions name."""
    row = row_of(scene.lexicon, items[0].text)
    articles = asked_gender(scene, items)
    shown = {value[0] for value in articles or ()}
    gender = shown.pop() if len(shown) == 1 else ""
    gender = gender if gender in ("f", "m") else _by_ending(scene.lexicon, items[0].text)
    if row is None:
        return Profession("", gender)
    own = row["gender"] if row["gender"] != "u" else ""
    return Profession(row["group"], own or gender)


def _by_ending(lexicon: Lexicon, text: str) -> str:
    """The gender that a word for a profession ends in ("Richterin"); "" where it has none.

    A German one that does not say that it is a woman's is a man's.
    """
    word = (words(text) or ("",))[-1 if lexicon.lang in HEAD_LAST else 0]
    endings = lexicon.signs("profession")
    longest = max((e for e in endings if word.endswith(e)), key=len, default="")
    shown = endings.get(longest, "m" if lexicon.lang == "de" else "")
    return shown if shown != "u" else ""


def _draw(scene: Scene, key: str, items: Sequence[Item], twins: Sequence[Item]) -> str | None:
    """Another profession of the group and gender; of the field, or of any, where that has none
    left, with an issue.

    `twins`: mentions of the trade in the other gender, which the surrogate should have as well.
    """
    said = profession_said(scene, items)
    lang = scene.lexicon.lang
    weak = lang == "de" and any(is_weak(base_of(i.text) or i.text) for i in items)
    adjective = lang == "de" and all(is_adjective(item.text) for item in items)
    jobs = _jobs(scene)  # none that the dialogue tells of anybody, in whatever form
    # "Beide sind Lehrer" may be many; "Bibliothekar" may not.
    same = lang == "de" and _is_own_plural(items[0].text)
    same_twin = lang == "de" and any(_is_own_plural(item.text) for item in twins)

    def fits(text: str) -> bool:
        declines = lang == "de" and (is_weak(text) or (is_adjective(text) and not adjective))
        told = any(akin(one, job) for one in words(text) for job in jobs)
        return not told and declines <= weak and all(sound_fits(scene, i, text) for i in items)

    seed = scene.seed("profession", key, items)
    field = said.group or next(filter(None, (_field_told(scene, item) for item in items)), "")
    wider = (f"{sector_of(field)}-", "") if field and field not in IN_LIFE else (field,)
    groups = dict.fromkeys((field, *wider))
    pairs = _CHOICE if twins else _NO
    deeds = deeds_told(scene, items) if field not in IN_LIFE else ()
    # All that is told of it, or as much as there is a trade for.
    ways = list(product(range(len(deeds), -1, -1), pairs, groups))
    if sector_of(field) in ("health", "medicine"):  # a practice before what is done in one
        ways.sort(key=lambda way: way[2] != field)
    for (done, paired, group), invariant in product(ways, _CHOICE if same or same_twin else _NO):
        pool = _pool(scene.lexicon, group, said.gender)
        able = partial(_does, fits, deeds, done) if done else fits
        demand = partial(_fits_both, able) if invariant and same else able
        if paired:
            demand = partial(_has_twin, scene, demand, twins, same=invariant and same_twin)
        found = scene.first_allowed(seed, pool, demand)
        if found is not None:
            scene.take(found)
            if done < max(len(deeds), 1) and (not said.group or group != said.group):
                scene.raise_issue(notices.TRADE_UNSURE, items[0], tuple(i.key for i in items))
            return found
    return None


def _field_told(scene: Scene, item: Item) -> str:
    """The field of a trade that no table knows, as the words around tell it; or ""."""
    if _is_somebodys(scene, item):
        return _TEACHING
    ours = scene.lexicon.cues("our").keys()
    return _OFFICE if not ours.isdisjoint(words(scene.before(item))[-1:]) else ""


def _is_somebodys(scene: Scene, item: Item) -> bool:
    """Whether a trade is said as somebody's: "la [tutora] de [Nico]", "[Nico]'s [form tutor]"."""
    row = reversed(scene.items_by_turn[item.turn])
    before = next((i for i in row if i.kind in NAMES and i.end <= item.start), None)
    after = _name_after(scene, item)
    led = words_apart(scene.between(item, after)) if after is not None else ()
    genitive = before is not None and fold(scene.between(before, item)) in _GENITIVE
    return genitive or (bool(led) and all(w in PARTICLES or len(w) == 1 for w in led))


def _has_twin(
    scene: Scene, fits: Callable[[str], bool], twins: Sequence[Item], text: str, *, same: bool
) -> bool:
    """Whether a word fits, and its other gender where the twins stand; `same`: in the plural."""
    form = _of_twin(scene, twins, text) if fits(text) else None
    return form is not None and (not same or _is_own_plural(form))


def _does(
    fits: Callable[[str], bool],
    deeds: Sequence[tuple[str, ...]],
    enough: int,
    text: str,
) -> bool:
    """Whether a word fits, and is of a trade that does so much of this."""
    return sum(does(text, stems) for stems in deeds) >= enough and fits(text)


def _fits_both(fits: Callable[[str], bool], text: str) -> bool:
    """Whether a word fits, and is its own plural."""
    return fits(text) and _is_own_plural(text)


def _is_own_plural(text: str) -> bool:
    return plural_of(text, "de") == text


def _pool(lexicon: Lexicon, group: str, gender: str) -> draw.Pool:
    """The professions of a group, of a field ("health-"), or of any, that suit a gender."""
    key = ("profession", group, gender)
    if key not in lexicon.pools:
        suited = (gender, "u") if gender else ("u",)
        rows = [r for r in lexicon.rows("professions")
                if group in (r["group"], f"{sector_of(r['group'])}-", "")]  # fmt: skip
        # What nobody learns ("owner", "pensioner") is for who was said to be something like it.
        rows = [r for r in rows if group or sector_of(r["group"]) not in _STANDINGS]
        fit = [r["form"] for r in rows if r["gender"] in suited]
        lexicon.pools[key] = draw.Pool((form, 1.0) for form in fit or [r["form"] for r in rows])
    pool: draw.Pool = lexicon.pools[key]
    return pool
