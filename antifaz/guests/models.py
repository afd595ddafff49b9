"""The models of a guest's server: one a project of the other tool, trained in the background.

Called by `label_studio` and `inception`. A model's folder holds words of what it learnt from; the
texts themselves are forgotten when the training ends.
"""

import hashlib
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from annotation.refusals import Refused
from antifaz.guests.finding import Text, found
from antifaz.tagging import train
from antifaz.values import Dialogue, Span

CARD = "card.json"
log = logging.getLogger("antifaz.guests")


class Busy(Refused):
    """This model is being trained already."""

    code = "busy"
    status = 429


@dataclass(slots=True)
class Models:
    """folder: of the models that are trained here; first: the one for projects that have none."""

    folder: Path
    first: Path | None = None
    threshold: float | None = None
    train: Callable[[Iterable[Dialogue], Path], dict[str, Any]] = train
    _busy: set[str] = field(default_factory=set)
    _threads: dict[str, threading.Thread] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)
    _one: threading.Lock = field(default_factory=threading.Lock)  # texts are read one call a time

    def place(self, name: str) -> Path | None:
        """The folder of the model that answers for a project; None where there is none."""
        own = self.folder / name
        return own if (own / CARD).is_file() else self.first

    def version(self, name: str) -> str:
        """Says which model answers; changes with each training. "" where none does."""
        place = self.place(name)
        try:
            card = b"" if place is None else (place / CARD).read_bytes()
        except OSError:
            return ""
        return f"antifaz-{hashlib.sha256(card).hexdigest()[:12]}" if card else ""

    def find(self, name: str, texts: Sequence[Text]) -> list[tuple[Span, ...]]:
        """What the project's model finds on each text. Raises Refused where there is none, and what
        `antifaz.tag` does."""
        place = self.place(name)
        if place is None:
            raise Refused("there is no model yet: label something, and train", code="no_model")
        with self._one:
            return list(found(texts, place, threshold=self.threshold))

    def warm(self, name: str) -> None:
        """Open the project's model, so that the first text need not wait. Raises as `find` does."""
        if self.place(name) is not None:
            self.find(name, [Text("ok")])

    def warm_soon(self, name: str) -> None:
        """The same in the background; what fails there will be told to who asks for labels."""
        self._start(name, "open", lambda: self.warm(name))

    def learn(self, name: str, dialogues: Callable[[], list[Dialogue]]) -> None:
        """Train the project's model in the background; the old one answers until the new is there.

        dialogues: fetches what to learn from. Raises Busy where it is being trained already.
        """
        with self._guard:
            if name in self._busy:
                raise Busy("this model is being trained already")
            self._busy.add(name)
        self._start(name, "train", lambda: self._train(name, dialogues))

    def _train(self, name: str, dialogues: Callable[[], list[Dialogue]]) -> None:
        try:
            self.train(dialogues(), self.folder / name)
            self.warm(name)
        finally:
            with self._guard:
                self._busy.discard(name)

    def training(self, name: str) -> bool:
        return name in self._busy

    def wait(self, name: str) -> None:
        """Until what runs in the background for a project has ended."""
        for kind in ("open", "train"):
            if thread := self._threads.get(f"{kind} {name}"):
                thread.join()

    def _start(self, name: str, kind: str, work: Callable[[], None]) -> None:
        def run() -> None:
            try:
                work()
            except Exception as error:  # its sentence may be a library's, with a text in it
                why = f": {error}" if isinstance(getattr(error, "code", None), str) else ""
                log.warning("%s failed, %s%s", kind, type(error).__name__, why)
            else:
                log.info("%s done", kind)

        thread = threading.Thread(target=run, name=f"antifaz {kind}", daemon=True)
        self._threads[f"{kind} {name}"] = thread
        thread.start()
