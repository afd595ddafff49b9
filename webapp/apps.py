"""The web layer as a Django app: its commands, template tags and start-up checks."""

from django.apps import AppConfig


class WebappConfig(AppConfig):
    name = __name__.rpartition(".")[0]

    def ready(self) -> None:
        from webapp.sign_in import idle  # noqa: F401  (they register themselves)
        from webapp.start_up import checks  # noqa: F401
