"""HTTP: settings, routes, access, views. The Celery app is loaded here so that tasks find it."""

from webapp.celery import app as celery_app

__all__ = ["celery_app"]
