"""`entity`: one surrogate identity per entity; every mention is written from it.

The order matters: spellings say what names must be like, places move postal codes and prefixes,
and addresses are built from what names, organisations and years became.
"""

from dataclasses import replace

from surrogates import notices
from surrogates.addresses.birth_numbers import follow_births
from surrogates.addresses.names_read_out import spell_addresses, write_as_addresses
from surrogates.addresses.numbers_of_people import follow_people
from surrogates.addresses.passwords import passwords_of, replace_passwords
from surrogates.addresses.register_numbers import follow_register
from surrogates.addresses.registrations import follow_registrations
from surrogates.addresses.replacement import replace_addresses
from surrogates.addresses.year_ends import follow_years, follow_years_of_codes
from surrogates.arithmetic.bodies import follow_body_mass
from surrogates.arithmetic.compound_units import move_compounds
from surrogates.arithmetic.countries import say_as_country
from surrogates.arithmetic.mending import mend
from surrogates.attributes.others import replace_others
from surrogates.attributes.professions import replace_professions
from surrogates.attributes.relations import replace_relations
from surrogates.attributes.sexes import replace_sexes
from surrogates.dates.replacement import replace_dates
from surrogates.folding import words
from surrogates.labels import NAMES, Kind, kind_of, type_name
from surrogates.numbers.identifiers.classes import replace_classes
from surrogates.numbers.identifiers.doors import GROUP
from surrogates.numbers.pieces import NUMERIC
from surrogates.numbers.replacement import letter_items, replace_numbers
from surrogates.numbers.sums.totals import keep_age_sums
from surrogates.people.cast import cast_of
from surrogates.people.replacement import replace_names
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.spelling import codes
from surrogates.spelling import runs as spelling
from surrogates.spelling.fact_checks import check_facts
from surrogates.spelling.key_words import check_key_words, name_letters
from surrogates.spelling.replacement import respell
from surrogates.spelling.said.parts import all_facts
from surrogates.things import cutoffs
from surrogates.things.districts_of_codes import replace_codes
from surrogates.things.geography.state_codes import write_state_codes
from surrogates.things.left_as_said import floor_words, leave
from surrogates.things.named.postal import join_towns, split_towns
from surrogates.things.named.products import model_numbers
from surrogates.things.place_codes import number_links
from surrogates.things.replacement import THINGS, replace_things
from surrogates.things.spoken_codes import say_codes


def apply(scene: Scene, items: list[Item]) -> None:
    """Writes a surrogate for every item, kind by kind; a placeholder where none can be drawn."""
    items, joints = split_towns(scene, items)
    repairs = cutoffs.cut_items(items)
    everything, items = items, [i for i in items if i.index not in repairs]
    people = scene.of_kind(items, *NAMES)
    cast = cast_of(scene, people)
    checks = {item.index for item in letter_items(scene, items)}
    of_codes = codes.letters_of_codes(scene, items, cast, checks)
    checks -= of_codes.keys()
    letters = [i for i in scene.of_kind(items, Kind.LETTER) if i.index not in checks]
    runs = spelling.read_runs(scene, letters, cast, of_codes)
    facts = all_facts(scene, cast)
    needs = spelling.needs_of(runs, facts)
    replace_names(scene, people, cast, needs)
    replace_sexes(scene, scene.of_kind(items, Kind.SEX))
    replace_relations(scene, scene.of_kind(items, Kind.RELATION))
    links = number_links(scene, items)
    things = scene.of_kind(items, *THINGS)
    moved = replace_things(scene, things, links.codes, needs, links.together)
    replace_others(scene, scene.of_kind(items, Kind.OTHER))
    replace_professions(scene, scene.of_kind(items, Kind.PROFESSION))
    floors = floor_words(scene, items)
    leave(scene, floors, notices.PLAIN_NOUN)
    numeric = [i for i in items if i.kind in NUMERIC or i.index in checks]
    made_up = passwords_of(scene, numeric)
    replace_passwords(scene, made_up)
    apart = {item.index for item in (*floors, *made_up)}
    numeric = [item for item in numeric if item.index not in apart and item.cue != GROUP]
    numeric = [
        replace(item, kind=Kind.PHONE) if item.index in links.dictated else item for item in numeric
    ]
    codes_said = [] if of_codes else scene.of_kind(numeric, Kind.ZIP)
    written = replace_codes(scene, codes_said, links.zips, moved)
    written |= say_codes(scene, numeric, moved)
    numeric = [item for item in numeric if item.index not in written]
    told = {**links.prefixes(scene, moved), **model_numbers(scene)}
    board = replace_numbers(scene, numeric, told)
    write_state_codes(scene, scene.of_kind(items, Kind.ZIP))
    replace_dates(scene, scene.of_kind(items, Kind.DATE, Kind.TIME))
    keep_age_sums(scene, board)
    mend(scene, items)
    follow_body_mass(scene)
    move_compounds(scene, numeric)
    say_as_country(scene)
    follow_years(scene)
    follow_years_of_codes(scene, board)
    follow_registrations(scene)
    follow_births(scene, board)
    follow_register(scene, board)
    follow_people(scene, cast)
    replace_classes(scene, items)
    replace_addresses(scene, items, cast, board)
    write_as_addresses(scene, people)
    all_letters = [i for i in items if kind_of(i.label) is Kind.LETTER]
    spelled = {i.index for i in letters}
    respell(scene, letters, runs, cast, [i for i in all_letters if i.index not in spelled])
    spell_addresses(scene, items)
    name_letters(scene, of_codes)
    by_words = {index for index, said in of_codes.items() if said.by_words}
    check_key_words(scene, [i for i in all_letters if i.index not in by_words])
    check_facts(scene, cast, [*facts, *spelling.labelled_facts(runs)])
    cutoffs.replace_cutoffs(scene, everything, repairs)
    for item in everything:
        placeholder = f"[{type_name(item.label)}]"
        if item.index not in scene.surrogates or _shows_original(scene, item):
            scene.surrogates[item.index] = placeholder
        if scene.surrogates[item.index] == placeholder:
            scene.unnamed.add(item.index)
    join_towns(scene, joints)
    if scene.q < 1.0:
        by_key = {item.key: item for item in everything}
        scene.keep_some(
            (card.key, [by_key[key] for key in card.mentions if key in by_key])
            for card in scene.cards
        )


def _shows_original(scene: Scene, item: Item) -> bool:
    """Whether words stayed that no rule understood: a placeholder is better than a leak."""
    if item.index in scene.told:  # words of a table, which are anybody's
        return False
    # A key word may be another spelling's: "Mike" names a letter, not a person.
    shown = scene.open_originals if item.kind is Kind.LETTER else scene.originals
    return any(w in shown for w in words(scene.surrogates[item.index]))
