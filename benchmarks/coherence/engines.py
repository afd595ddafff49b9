"""The engines side by side, each a function from a case and a seed to its surrogates.

All get the same gold items; what a library offers beside replacing (finding, encrypting) plays no
part. An engine whose package is not installed says so and is left out.
"""

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from benchmarks.coherence.cases import Case
from surrogates import pseudonymise
from surrogates.labels import Kind, kind_of
from surrogates.types import Dialogue, Mention, Turn

Engine = Callable[[Case, int], list[str]]
_LOCALES = {
    "es": "es_ES",
    "ca": "es_CA",
    "eu": "es_ES",
    "de": "de_DE",
    "en": "en_GB",
    "fr": "fr_FR",
}
# What Faker calls each kind; what it has no name for is a word.
_FAKER = {
    Kind.GIVEN: "first_name", Kind.SURNAME: "last_name", Kind.PERSON: "name", Kind.PLACE: "city",
    Kind.COUNTRY: "country", Kind.STREET: "street_address", Kind.ORG: "company", Kind.DATE: "date",
    Kind.TIME: "time", Kind.PHONE: "phone_number", Kind.CARD: "credit_card_number",
    Kind.ZIP: "postcode", Kind.EMAIL: "email", Kind.USER: "user_name", Kind.URL: "url",
    Kind.DOMAIN: "domain_name", Kind.PROFESSION: "job", Kind.LETTER: "random_letter",
    Kind.NUMBER: "random_number", Kind.AGE: "random_int", Kind.ID: "ssn",
}  # fmt: skip
# What OpenMed calls them.
_OPENMED = {
    Kind.GIVEN: "FIRST_NAME", Kind.SURNAME: "LAST_NAME", Kind.PERSON: "PERSON",
    Kind.PLACE: "LOCATION", Kind.COUNTRY: "LOCATION", Kind.STREET: "STREET_ADDRESS",
    Kind.ORG: "ORGANIZATION", Kind.DATE: "DATE", Kind.TIME: "TIME", Kind.PHONE: "PHONE",
    Kind.CARD: "CREDIT_CARD", Kind.ZIP: "ZIPCODE", Kind.EMAIL: "EMAIL", Kind.USER: "USERNAME",
    Kind.URL: "URL", Kind.AGE: "AGE", Kind.PROFESSION: "OCCUPATION",
}  # fmt: skip


def dialogue_of(case: Case) -> Dialogue:
    """The case as Antifaz reads it."""
    turns = tuple(
        Turn(
            speaker,
            text,
            tuple(Mention(i.start, i.end, i.label) for i in case.items if i.turn == number),
        )
        for number, (speaker, text) in enumerate(case.turns)
    )
    return Dialogue(case.id, case.lang, turns)


def antifaz(case: Case, seed: int) -> list[str]:
    """Antifaz' strategy `entity`."""
    result = pseudonymise(dialogue_of(case), strategy="entity", key=seed.to_bytes(32, "big"))
    return [replacement.surrogate for replacement in result.replacements]


@lru_cache(maxsize=8)
def _faker(lang: str) -> Any:
    from faker import Faker

    return Faker(_LOCALES.get(lang, f"{lang}_{lang.upper()}"))


def _fake(lang: str, kind: Kind) -> str:
    return str(getattr(_faker(lang), _FAKER.get(kind, "word"))())


def faker(case: Case, seed: int) -> list[str]:
    """Faker: each item another value of its kind and language."""
    _faker(case.lang).seed_instance(seed)
    return [_fake(case.lang, kind_of(item.label)) for item in case.items]


def exact(case: Case, seed: int) -> list[str]:
    """The same, and one value for each label and exact string: what libraries call consistent."""
    _faker(case.lang).seed_instance(seed)
    drawn: dict[tuple[str, str], str] = {}
    for item in case.items:
        drawn.setdefault((item.label, item.text), _fake(case.lang, kind_of(item.label)))
    return [drawn[item.label, item.text] for item in case.items]


def presidio(case: Case, seed: int) -> list[str]:
    """presidio-anonymizer with an operator that remembers what it gave for a string."""
    from presidio_anonymizer import AnonymizerEngine
    from presidio_anonymizer.entities import OperatorConfig, RecognizerResult

    _faker(case.lang).seed_instance(seed)
    drawn: dict[tuple[str, str], str] = {}
    answers: list[str] = []
    for number, (_, text) in enumerate(case.turns):
        own = [item for item in case.items if item.turn == number]
        operators = {
            item.label: OperatorConfig(
                "custom",
                {
                    "lambda": lambda said, label=item.label: drawn.setdefault(
                        (label, said), _fake(case.lang, kind_of(label))
                    )
                },
            )
            for item in own
        }
        found = [RecognizerResult(item.label, item.start, item.end, 1.0) for item in own]
        made = AnonymizerEngine().anonymize(text, found, operators)
        answers += [each.text for each in sorted(made.items, key=lambda each: each.start)]
    return answers


def openmed(case: Case, seed: int) -> list[str]:
    """OpenMed's Anonymizer with `consistent=True`."""
    from openmed.core.anonymizer import Anonymizer

    random.seed(seed)
    made = Anonymizer(lang=case.lang, consistent=True, seed=seed)
    return [
        made.surrogate(item.text, _OPENMED.get(kind_of(item.label), "ID_NUM"))
        for item in case.items
    ]


ENGINES: dict[str, Engine] = {
    "antifaz": antifaz,
    "exact": exact,
    "faker": faker,
    "presidio": presidio,
    "openmed": openmed,
}
