"""What somebody does with an installed Antifaz, as a script of its own that knows no pytest.

`python story.py FOLDER` prints a line of JSON: it must be the same from a checkout, an editable
install, a wheel and a wheel of the sdist.
"""

import hashlib
import json
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import antifaz

KEY = bytes(range(32))
LINES = [
    json.dumps(
        {
            "id": f"call-{n}",
            "turns": [
                {
                    "speaker": "A",
                    "text": f"Soy {name} Olabarri, el {n}",
                    "spans": [
                        {"start": 4, "end": 4 + len(name), "label": "male name"},
                        {"start": 5 + len(name), "end": 13 + len(name), "label": "surname"},
                    ],
                },
                {"speaker": "B", "text": "Muy bien" + (", Olabarri" if n == 1 else "")},
            ],
        }
    )
    for n, name in enumerate(("Francisco", "Gorka", "Mikel"))
]


def work(call: "partial[Any]") -> list[str]:
    return list(call())


def command(*words: str, said: str = "") -> tuple[int, str]:
    """Exit status and standard output of `antifaz`, as one of the environment's scripts."""
    script = Path(sys.executable).with_name("antifaz")
    start = [str(script)] if script.exists() else [sys.executable, "-m", "antifaz"]
    done = subprocess.run([*start, *words], input=said, capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout


def tell(folder: Path) -> dict[str, Any]:
    assert not {"django", "numpy", "pandas", "matplotlib"} & set(sys.modules)
    call = partial(antifaz.pseudonymise_lines, LINES, key=KEY, keep_ids=True)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        elsewhere = pool.submit(work, call)
        lines = work(call)
        assert elsewhere.result() == lines
    assert len(lines) == 2 and not any("Olabarri" in line for line in lines)

    corpus = folder / "corpus.jsonl.gz"
    dialogues = [antifaz.Dialogue("x", "es", (antifaz.Turn("A", "hola"),))]
    antifaz.write(dialogues, corpus)
    assert [each.turns for each in antifaz.read(corpus)] == [each.turns for each in dialogues]

    status, version = command("--version")
    assert (status, version) == (0, f"antifaz {antifaz.__version__}\n")
    status, said = command("transform", "--seed", "7", said="\n".join(LINES))
    assert status == 3 and said.count("call-") == 0 and said.count("d000") == 2
    return {
        "lines": hashlib.sha256("\n".join(lines).encode()).hexdigest(),
        "said": hashlib.sha256(said.encode()).hexdigest(),
        "version": antifaz.__version__,
        "help": command("--help")[1].count("\n"),
    }


if __name__ == "__main__":
    told = tell(Path(sys.argv[1]))
    print(json.dumps(told, sort_keys=True))
