"""The web layer as a Django app: its commands, template tags and start-up checks."""

from django.apps import AppConfig


class WebappConfig(AppConfig):
    name = "webapp"

    def ready(self) -> None:
        from webapp import checks, idle  # noqa: F401  (they register themselves)
