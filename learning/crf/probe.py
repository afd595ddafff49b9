"""Tries a saved model in a child process, so that no damaged file can harm the caller.

`python -m learning.crf.probe FOLDER` is the child. Call `probe_model` before a model is used.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

import learning
from learning.crf.tagger import (
    FINDER_FILE,
    MODEL_FILE,
    PROBE,
    CrfTagger,
    probe_answer,
    sensitivity,
)
from learning.errors import LearningError, ModelDamaged
from learning.storage import CARD, check_sealed, read_card
from learning.tokens import OUTSIDE

# The folder that the name of this package begins in.
_ROOT = Path(learning.__file__).resolve().parents[1 + learning.__name__.count(".")]
TOLERANCE = 0.01
SEALED = {"bert", "flair"}  # kinds whose files hold numbers only (`storage`)
SECONDS = 30  # of a processor that a child may take
LONGEST = 600.0  # seconds by the clock: on a busy machine a sound model takes long, too


def probe_model(folder: Path, timeout: float = LONGEST) -> None:
    """Prove in a child that the model in `folder` loads and answers as when it was saved.

    Of a large model only the checksums are compared: its files hold numbers and cannot harm.
    Raises: ModelDamaged when the child dies, works for `SECONDS` of a processor or is not through
    after `timeout` seconds, or answers wrongly.
    """
    if (Path(folder) / CARD).is_file() and read_card(Path(folder)).get("kind") in SEALED:
        check_sealed(Path(folder))
    else:
        try_apart(Path(folder).resolve(), timeout)


def try_apart(folder: Path, timeout: float) -> None:
    """Let a child answer for a folder; see `probe_model`. Tests that damage nothing answer here."""
    command = [sys.executable, "-m", __name__, str(folder)]
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    try:
        child = subprocess.run(
            command, cwd=_ROOT, env=environment, timeout=timeout, capture_output=True, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ModelDamaged("The model does not answer in time.") from error
    if child.returncode == 3:
        raise ModelDamaged(child.stderr.decode("utf-8", "replace").strip()[-300:])
    if child.returncode != 0 or child.stdout.strip() != b"ok":
        raise ModelDamaged("The model ends the process that loads it: it is damaged.")


def answer(folder: Path) -> None:
    """Compare what our reader answers with what was saved, and with what somebody gets who opens
    the model with sklearn-crfsuite. Raises: ModelDamaged."""
    from sklearn_crfsuite import CRF  # a second, for nobody but who tries a model

    tagger = CrfTagger.load(folder)
    if not _same(probe_answer(tagger), tagger.card.get("probe")):
        raise ModelDamaged("The model does not answer as it did when it was saved.")
    encoding = tagger.encode([PROBE])
    for file, weights in ((MODEL_FILE, tagger.weights), (FINDER_FILE, tagger.finder)):
        if weights is None:
            continue
        elsewhere = CRF(model_filename=str(folder / file))
        marginals = elsewhere.predict_marginals_single(encoding.attribute_lists(0))
        theirs = [each[OUTSIDE] for each in marginals]
        if not _same(theirs, (1.0 - sensitivity(encoding, weights)).tolist()):
            raise ModelDamaged("The model does not answer as it did when it was saved.")


def _same(given: list[float], expected: object) -> bool:
    if not isinstance(expected, list) or len(given) != len(expected):
        return False
    return all(
        isinstance(old, int | float) and abs(new - old) <= TOLERANCE
        for new, old in zip(given, expected, strict=True)
    )


def main() -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    try:
        answer(Path(sys.argv[1]))
    except LearningError as error:
        print(error, file=sys.stderr)
        return 3
    print("ok")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
