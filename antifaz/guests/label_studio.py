"""Label Studio's ML backend: `/health`, `/setup`, `/predict`, `/train`, `/webhook`, `/job_status`.

`antifaz guest label-studio` starts it. A model a project; until one is trained, the model that the
server was started with answers. What to learn from comes with `/train`, or is fetched from the one
Label Studio whose address the server was given: addresses in requests are not followed.
"""

import json
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from antifaz.guests.door import MEBI, Answer, Body, Door, Lock, listed, mapping, text
from antifaz.guests.finding import Text
from antifaz.guests.models import Busy, Models
from antifaz.guests.tasks import Config, labels_of, prediction, read_config, read_task
from antifaz.values import Dialogue, Refused

ANNOTATED = frozenset({"ANNOTATION_CREATED", "ANNOTATION_UPDATED", "ANNOTATION_DELETED"})
MOST = 512 * MEBI  # of what is fetched
SECONDS = 60
NOWHERE = "nothing came to learn from; start the server with --label-studio and --api-key-file"
log = logging.getLogger("antifaz.guests")

Tasks = Sequence[Mapping[str, Any]]
Fetch = Callable[[int], Tasks]  # the annotated tasks of a project


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Home:
    """The Label Studio that is asked for annotations; `key` is a personal or a legacy token."""

    url: str
    key: str

    def tasks(self, project: int) -> Tasks:
        """The annotated tasks of a project. Raises Refused."""
        path = f"/api/projects/{project}/export?exportType=JSON&interpolate_key_frames=false"
        kind, key = "Token", self.key
        if self.key.count(".") == 2:  # a personal token, which is good for a short one
            told = mapping(self._asked("/api/token/refresh", {"refresh": self.key}), "the answer")
            kind, key = "Bearer", text(told.get("access"), "access")
        value = self._asked(path, None, Authorization=f"{kind} {key}")
        return [mapping(each, "a task") for each in listed(value, "the answer")]

    def _asked(self, path: str, body: object, **headers: str) -> object:
        data = None if body is None else json.dumps(body).encode()
        headers |= {"Content-Type": "application/json"}
        asked = Request(self.url.rstrip("/") + path, data, headers)
        opener = build_opener(_NoRedirect, ProxyHandler({}))
        try:
            with opener.open(asked, timeout=SECONDS) as answer:
                said = answer.read(MOST + 1)
            if len(said) > MOST:
                raise Refused("Label Studio sends more than can be held", code="label_studio")
            return json.loads(said)
        except HTTPError as error:
            why = f"Label Studio answers {error.code}"
        except (URLError, OSError, ValueError, RecursionError):
            why = "Label Studio cannot be reached, or answers with no JSON"
        raise Refused(why, code="label_studio", status=502)


class Backend:
    """The routes. fetch: of `Home`, None where no Label Studio was named; every: a training begins
    after so many annotations, 0 for none."""

    def __init__(
        self, models: Models, *, lang: str = "es", fetch: Fetch | None = None, every: int = 0
    ) -> None:
        self._models = models
        self._lang = lang
        self._fetch = fetch
        self._every = every
        self._waiting: dict[str, int] = {}
        self._guard = threading.Lock()

    def health(self, _body: Body) -> Answer:
        return 200, {"status": "UP", "model_class": "Antifaz"}

    def setup(self, body: Body) -> Answer:
        """Within three seconds, so the model is opened in the background."""
        name = _name(_project(body))
        read_config(text(body.get("schema"), "schema"))
        self._models.warm_soon(name)
        return 200, {"model_version": self._models.version(name)}

    def predict(self, body: Body) -> Answer:
        name = _name(_project(body))
        config = read_config(text(body.get("label_config"), "label_config"))
        tasks = [mapping(each, "a task") for each in listed(body.get("tasks"), "tasks")]
        read = [read_task(each, config, self._lang) for each in tasks]
        texts = [each.text if each else Text("") for each in read]
        version = self._models.version(name)
        results: list[dict[str, Any]] = []
        unknown = 0
        for each, spans in zip(read, self._models.find(name, texts), strict=True):
            if each is None:
                results.append({"result": [], "score": 0.0, "model_version": version})
                continue
            result, lost = prediction(each, spans, config, version)
            results.append(result)
            unknown += lost
        if unknown or None in read:
            log.warning("%d tasks without a text, %d labels unknown to the project",
                        read.count(None), unknown)  # fmt: skip
        return 200, {"results": results, "model_version": version}

    def train(self, body: Body) -> Answer:
        """From the tasks that came along, else from those of the Label Studio that is known."""
        project = _project(body)
        config = read_config(text(body.get("label_config"), "label_config"))
        tasks = body.get("annotations", body.get("tasks"))
        if tasks:
            known = [mapping(each, "a task") for each in listed(tasks, "annotations")]
            return self._learn(project, config, lambda: known)
        return self._learn(project, config, self._fetched(project))

    def webhook(self, body: Body) -> Answer:
        """`START_TRAINING`, and annotations that are counted. Others are none of ours."""
        action = body.get("action")
        if action is None and "annotations" in body:  # of older Label Studios
            return self.train(body)
        if action != "START_TRAINING" and action not in ANNOTATED:
            return 200, {"status": "ignored"}
        said = mapping(body.get("project"), "project")
        project = _project({"project": said.get("id")})
        if action in ANNOTATED and not self._is_due(_name(project)):
            return 200, {"status": "counted"}
        config = read_config(text(said.get("label_config"), "label_config"))
        try:
            return self._learn(project, config, self._fetched(project))
        except Busy:
            if action == "START_TRAINING":
                raise
            return 200, {"status": "training"}

    def job_status(self, body: Body) -> Answer:
        name = text(body.get("job"), "job")
        return 200, {"job_status": "started" if self._models.training(name) else "finished"}

    def _learn(self, project: int, config: Config, tasks: Callable[[], Tasks]) -> Answer:
        name = _name(project)
        self._models.learn(name, lambda: self._dialogues(tasks(), config))
        return 201, {"status": "training", "job": name}

    def _dialogues(self, tasks: Tasks, config: Config) -> list[Dialogue]:
        dialogues, faulty = [], 0
        for number, task in enumerate(tasks, 1):
            try:
                read = read_task(task, config, self._lang)
                spans = None if read is None else labels_of(task, read, config)
                if read is not None and spans is not None:
                    dialogues.append(replace(read.text, spans=spans).dialogue(str(number)))
            except Refused:
                faulty += 1
        log.info("learning from %d tasks, %d left out for a fault", len(dialogues), faulty)
        return dialogues

    def _fetched(self, project: int) -> Callable[[], Tasks]:
        fetch = self._fetch
        if fetch is None:
            raise Refused(NOWHERE, code="nothing_to_do")
        return lambda: fetch(project)

    def _is_due(self, name: str) -> bool:
        """Counts one annotation; whether enough have come for a training."""
        with self._guard:
            count = self._waiting.get(name, 0) + 1
            due = bool(self._every) and self._fetch is not None and count >= self._every
            self._waiting[name] = 0 if due else count
        return due


def _project(body: Body) -> int:
    """The number of a project, which Label Studio writes as "7.1700000000". Raises Refused."""
    said = str(body.get("project", "")).partition(".")[0]
    if not (said.isascii() and said.isdecimal() and len(said) < 12):
        raise Refused("project must begin with its number", code="wrong_type", status=400)
    return int(said)


def _name(project: int) -> str:
    return f"label-studio-{project}"


def application(backend: Backend, lock: Lock) -> Door:
    """The WSGI application."""
    return Door(
        {
            ("GET", "/"): backend.health,
            ("GET", "/health"): backend.health,
            ("POST", "/setup"): backend.setup,
            ("POST", "/predict"): backend.predict,
            ("POST", "/train"): backend.train,
            ("POST", "/webhook"): backend.webhook,
            ("POST", "/job_status"): backend.job_status,
        },
        lock,
    )
