"""Addresses of the project that all tests of pages have."""

from typing import Any

from django.urls import reverse


def url(name: str, **values: Any) -> str:
    return reverse(name, kwargs={"slug": "support", **values})
