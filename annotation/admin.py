"""The administration site: every table, for superusers alone; no texts, and keys read-only."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

from annotation import models
from annotation.refusals import Refused
from annotation.services.erasing import accounts, erasure
from annotation.services.erasing.plans import plan_dialogues, plan_project


def _person(request: HttpRequest) -> models.User:
    return models.User.objects.get(pk=request.user.pk or 0)


class SuperusersOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """A role in a project says nothing about this site: only superusers see its objects."""

    list_per_page = 50
    show_full_result_count = False  # no second count over a large table

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)
        path = TO_PROJECT.get(self.model)
        return rows.filter(**{f"{path}__staged_at": None}) if path else rows

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return self.has_module_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)


# What an import writes before anybody is to see it: how each table finds its project.
TO_PROJECT = {
    models.Label: "project",
    models.Dialogue: "project",
    models.Turn: "dialogue__project",
    models.Reading: "turn__dialogue__project",
    models.Span: "turn__dialogue__project",
    models.Decision: "dialogue__project",
    models.ToolImport: "project",
}


class ReadOnly(SuperusersOnly):
    """What people and models did is looked at here, and changed by nobody."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Erases(admin.ModelAdmin):  # type: ignore[type-arg]
    """Deleting here erases, as the project's own pages do: with files, models and the ledger."""

    delete_confirmation_template = "admin/erase_confirmation.html"

    def list_erased(self, request: HttpRequest, obj: Any) -> list[str]:
        """What goes with an object, in sentences. Raises Refused where it must stay."""
        raise NotImplementedError

    def erase(self, request: HttpRequest, obj: Any, choice: str) -> None:
        raise NotImplementedError

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        lines: list[Any] = []
        protected: list[str] = []
        for obj in objs:
            try:
                lines += [str(obj), self.list_erased(request, obj)]
            except Refused as refusal:
                protected.append(f"{obj}: {refusal.for_people}")
        return lines, {self.opts.verbose_name_plural: len(objs)}, set(), protected

    def delete_model(self, request: HttpRequest, obj: object) -> None:
        choice = request.POST.get("choice", "")
        known = choice in models.Erasure.Choice.values
        self.erase(request, obj, choice if known else models.Erasure.Choice.RETRAIN)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for obj in queryset:
            try:
                self.delete_model(request, obj)
            except Refused as refusal:  # the account before was the other manager of a project
                self.message_user(request, refusal.for_people, messages.ERROR)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        context = {"asks_models": self.model is not models.User, **(extra_context or {})}
        return super().delete_view(request, object_id, context)


class MemberInline(admin.TabularInline):  # type: ignore[type-arg]
    model = models.Member
    extra = 0
    autocomplete_fields = ("user",)
    exclude = ("invitation",)

    def get_queryset(self, _request: HttpRequest) -> QuerySet[models.Member]:
        return models.Member.everything.all()


@admin.register(models.User)
class AccountAdmin(Erases, UserAdmin):  # type: ignore[type-arg]
    """An account without work is deleted; one with work is closed and renamed, its work stays."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def list_erased(self, request: HttpRequest, obj: models.User) -> list[str]:
        accounts.check_account(obj, _person(request))
        return accounts.plan_account(obj).lines()

    def erase(self, request: HttpRequest, obj: models.User, choice: str) -> None:
        accounts.erase_account(obj, by=_person(request))


@admin.register(models.Project)
class ProjectAdmin(Erases, SuperusersOnly):
    list_display = ("name", "slug", "lang", "scheme", "source_model", "created_at")
    search_fields = ("name", "slug")
    readonly_fields = ("slug", "created_at")
    inlines = (MemberInline,)

    def list_erased(self, request: HttpRequest, obj: models.Project) -> list[str]:
        return plan_project(obj).lines()

    def erase(self, request: HttpRequest, obj: models.Project, choice: str) -> None:
        erasure.erase_project(obj, user=_person(request), choice=choice)


@admin.register(models.Label)
class LabelAdmin(SuperusersOnly):
    list_display = ("name", "project", "key", "family", "position")
    list_filter = ("project",)


@admin.register(models.SourceModel)
class SourceModelAdmin(SuperusersOnly):
    list_display = ("name", "lang", "domain", "created_at")
    readonly_fields = ("folder", "card", "created_at")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False  # trained on the page of source models or by `train_source`


@admin.register(models.Dialogue)
class DialogueAdmin(Erases, SuperusersOnly):
    """A dialogue may be erased here, for good; its texts are never edited."""

    list_display = ("external_id", "project", "split", "lang", "approved_at")
    exclude = ("meta", "extra")
    list_filter = ("project", "split")
    search_fields = ("external_id",)

    def list_erased(self, request: HttpRequest, obj: models.Dialogue) -> list[str]:
        return plan_dialogues(obj.project, [obj]).lines()

    def erase(self, request: HttpRequest, obj: models.Dialogue, choice: str) -> None:
        erasure.erase_dialogues(obj.project, [obj], user=_person(request), choice=choice)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for project in models.Project.objects.filter(pk__in=queryset.values("project")):
            chosen = list(queryset.filter(project=project))
            erasure.erase_dialogues(project, chosen, user=_person(request))

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Turn)
class TurnAdmin(ReadOnly):
    """Where a turn stands. Texts are read on the site, where it is written down."""

    exclude = ("speaker", "text", "extra")


@admin.register(models.Question)
class QuestionAdmin(ReadOnly):
    """Who asked and who answered, without the words of either."""

    exclude = ("text", "answer")


@admin.register(models.Note)
class NoteAdmin(ReadOnly):
    """Who wrote where, without the words."""

    exclude = ("text",)


@admin.register(models.Member)
class MemberAdmin(SuperusersOnly):
    list_display = ("user", "project", "role", "disabled_at")
    list_filter = ("project", "role")
    raw_id_fields = ("invitation",)

    def get_queryset(self, _request: HttpRequest) -> QuerySet[models.Member]:
        return models.Member.everything.filter(project__staged_at=None)


@admin.register(models.Hook)
class HookAdmin(ReadOnly):
    """Who is told, without what its secret is made of."""

    exclude = ("salt",)


@admin.register(
    models.AccessEvent,
    models.Alarm,
    models.ApiToken,
    models.Assignment,
    models.Batch,
    models.Decision,
    models.Erasure,
    models.Export,
    models.Guideline,
    models.HookDelivery,
    models.Import,
    models.Invitation,
    models.IssueCount,
    models.LexiconRow,
    models.Measurement,
    models.MeasurementPart,
    models.OnceCall,
    models.AuditDraw,
    models.AuditTurn,
    models.QueryItem,
    models.Reading,
    models.Signature,
    models.SourceTraining,
    models.Span,
    models.SpanEvent,
    models.Step,
    models.ToolImport,
    models.TrainingRun,
    models.Worker,
)
class RecordAdmin(ReadOnly):
    """Records of work."""
