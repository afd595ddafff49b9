"""Small invented corpora and taggers trained on them once a session."""

import random

import pytest

from learning.crf.tagger import CrfTagger
from learning.source.training import train_source_tagger
from learning.types import Span, Utterance

NAMES = [
    "Amaia",
    "Jaume",
    "Nerea",
    "Iker",
    "Laia",
    "Unai",
    "Carme",
    "Gorka",
    "Mireia",
    "Aitor",
    "Marta",
    "Oriol",
]
TOWNS = [
    "Bilbao",
    "Girona",
    "Lleida",
    "Durango",
    "Vigo",
    "Basauri",
    "Ferrol",
    "Tolosa",
    "Reus",
    "Eibar",
]
PLANS = [
    "hola buenas tardes soy {NAME} llamo desde {PLACE}",
    "me llamo {NAME} y no me funciona el router",
    "sí , vale , un momento por favor",
    "el pedido tiene que llegar a {PLACE} el lunes",
    "mi número es el {ID} y la red se llama casa",
    "ya he apagado la máquina tres veces y sigue igual",
    "le paso con {NAME} de {PLACE} que es de averías",
    "<%osea> que la línea= va muy lenta desde ayer",
]


def fill(plan: str, rng: random.Random) -> Utterance:
    """One turn of a plan with its gold spans."""
    text, spans = "", []
    for word in plan.split():
        text += " " if text else ""
        label = word.strip("{}")
        if word != label:
            choices = {"NAME": NAMES, "PLACE": TOWNS, "ID": [str(rng.randrange(10**5, 10**6))]}
            value = rng.choice(choices[label])
            spans.append(Span(len(text), len(text) + len(value), label))
            word = value
        text += word
    return Utterance(text, tuple(spans), rng.choice(["agent", "client"]))


def calls(count: int, seed: int = 0) -> list[Utterance]:
    """`count` turns in dialogues of eight."""
    rng = random.Random(seed)
    turns = [fill(rng.choice(PLANS), rng) for _ in range(count)]
    return [
        Utterance(turn.text, turn.spans, turn.speaker, f"call-{place // 8}", place % 8 / 7)
        for place, turn in enumerate(turns)
    ]


@pytest.fixture(scope="session")
def corpus() -> list[Utterance]:
    return calls(300)


@pytest.fixture(scope="session")
def tagger(corpus: list[Utterance]) -> CrfTagger:
    return CrfTagger().fit(corpus[:150])


@pytest.fixture(scope="session")
def source() -> CrfTagger:
    return train_source_tagger(calls(120, seed=9))
