"""The only app with tables."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class AnnotationConfig(AppConfig):
    name = __name__.rpartition(".")[0]
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from annotation.services.storage.triggers import install_triggers, remove_triggers

        pre_migrate.connect(remove_triggers, sender=self)
        post_migrate.connect(install_triggers, sender=self)
