"""The administration site: every table, texts and keys read-only, for superusers alone."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest

from annotation import models


class SuperusersOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """A role in a project says nothing about this site: only superusers see its objects."""

    list_per_page = 50
    show_full_result_count = False  # no second count over a large table

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_module_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)


class ReadOnly(SuperusersOnly):
    """What people and models did is looked at here, and changed by nobody."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class MemberInline(admin.TabularInline):  # type: ignore[type-arg]
    model = models.Member
    extra = 0
    autocomplete_fields = ("user",)


admin.site.register(models.User, UserAdmin)


@admin.register(models.Project)
class ProjectAdmin(SuperusersOnly):
    list_display = ("name", "slug", "lang", "scheme", "source_model", "created_at")
    search_fields = ("name", "slug")
    readonly_fields = ("slug", "created_at")
    inlines = (MemberInline,)


@admin.register(models.Label)
class LabelAdmin(SuperusersOnly):
    list_display = ("name", "project", "key", "family", "position")
    list_filter = ("project",)


@admin.register(models.SourceModel)
class SourceModelAdmin(SuperusersOnly):
    list_display = ("name", "lang", "domain", "created_at")
    readonly_fields = ("folder", "card", "created_at")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # trained on the page of source models or by `train_source`


@admin.register(models.Dialogue)
class DialogueAdmin(SuperusersOnly):
    """A dialogue may be erased here, for good; its texts are never edited."""

    list_display = ("external_id", "project", "split", "lang", "approved_at")
    list_filter = ("project", "split")
    search_fields = ("external_id",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Turn)
class TurnAdmin(ReadOnly):
    list_display = ("__str__", "speaker")


@admin.register(models.Member)
class MemberAdmin(SuperusersOnly):
    list_display = ("user", "project", "role")
    list_filter = ("project", "role")


@admin.register(
    models.AccessEvent,
    models.Alarm,
    models.Assignment,
    models.Batch,
    models.Decision,
    models.Export,
    models.Guideline,
    models.LexiconRow,
    models.QueryItem,
    models.Question,
    models.Reading,
    models.SourceTraining,
    models.Span,
    models.SpanEvent,
    models.Step,
    models.ToolImport,
    models.TrainingRun,
)
class RecordAdmin(ReadOnly):
    """Records of work."""
