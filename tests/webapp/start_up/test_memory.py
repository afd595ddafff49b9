"""A server that has loaded what it needs seldom looks through all of it."""

import gc

import pytest

from webapp.start_up import memory


def test_a_server_seldom_collects_all(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    for name in ("collect", "freeze", "set_threshold"):
        monkeypatch.setattr(gc, name, lambda *given, name=name: done.append((name, *given)))
    memory.settle()
    assert done == [("collect",), ("freeze",), ("set_threshold", *memory.SELDOM)]
