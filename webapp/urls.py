"""All routes of the site on one page. A route's name is its view's name with hyphens."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, URLResolver, path, reverse_lazy
from django.views.i18n import set_language

from webapp.api.app import api
from webapp.views import corpus, health, labelling, projects, release, revision, training

P = "p/<slug:slug>/"

urlpatterns: list[URLPattern | URLResolver] = [
    # people
    path("", projects.list_projects, name="list-projects"),
    path("sign-in", auth.LoginView.as_view(template_name="accounts/sign_in.html"), name="sign-in"),
    path("sign-out", auth.LogoutView.as_view(), name="sign-out"),
    path(
        "password",
        auth.PasswordChangeView.as_view(
            template_name="accounts/change_password.html", success_url=reverse_lazy("list-projects")
        ),
        name="change-password",
    ),
    path("language", login_not_required(set_language), name="set-language"),
    path("health", health.show_health, name="show-health"),
    path("admin/", admin.site.urls),
    # projects
    path("projects/new", projects.create_project, name="create-project"),
    path(P, projects.show_overview, name="show-overview"),
    path(P + "settings", projects.edit_settings, name="edit-settings"),
    path(P + "members", projects.edit_members, name="edit-members"),
    path(P + "members/<int:pk>/remove", projects.remove_member, name="remove-member"),
    # corpus
    path(P + "import", corpus.import_dialogues, name="import-dialogues"),
    # labelling
    path(P + "label", labelling.label_next, name="label-next"),
    path(P + "label/<int:pk>", labelling.label_item, name="label-item"),
    path(P + "label/<int:pk>/spans", labelling.add_span, name="add-span"),
    path(P + "label/<int:pk>/clear", labelling.clear_span, name="clear-span"),
    path(
        P + "label/<int:pk>/proposals/accept", labelling.accept_proposals, name="accept-proposals"
    ),
    path(
        P + "label/<int:pk>/proposals/<int:span>/<str:verb>",
        labelling.decide_proposal,
        name="decide-proposal",
    ),
    path(P + "label/<int:pk>/undo", labelling.undo_step, name="undo-step"),
    path(P + "label/<int:pk>/redo", labelling.redo_step, name="redo-step"),
    path(P + "label/<int:pk>/finish", labelling.finish_item, name="finish-item"),
    path(P + "label/<int:pk>/skip", labelling.skip_item, name="skip-item"),
    path(P + "label/<int:pk>/flag", labelling.flag_item, name="flag-item"),
    path(P + "label/<int:pk>/reopen", labelling.reopen_item, name="reopen-item"),
    # training
    path(P + "training", training.show_status, name="show-status"),
    path(P + "training/start", training.start_training, name="start-training"),
    path(P + "training/<int:pk>/cancel", training.cancel_training, name="cancel-training"),
    # revision
    path(P + "revise", revision.revise_next, name="revise-next"),
    path(P + "revise/tag", revision.tag_corpus, name="tag-corpus"),
    path(P + "revise/<int:pk>", revision.revise_dialogue, name="revise-dialogue"),
    path(P + "revise/<int:pk>/decide", revision.decide_issue, name="decide-issue"),
    path(P + "revise/<int:pk>/edit", revision.edit_surrogate, name="edit-surrogate"),
    path(P + "revise/<int:pk>/undo", revision.undo_decision, name="undo-decision"),
    path(P + "revise/<int:pk>/approve", revision.approve_dialogue, name="approve-dialogue"),
    # release
    path(P + "release", release.show_release, name="show-release"),
    path(P + "release/new", release.create_export, name="create-export"),
    path(P + "release/<int:pk>", release.show_export, name="show-export"),
    path(P + "release/<int:pk>/download", release.download_export, name="download-export"),
    # programs; its routes are the operations in webapp/api
    path("api/", api.urls),
]

handler404 = "webapp.views.errors.not_found"
handler403 = "webapp.views.errors.forbidden"
handler500 = "webapp.views.errors.broken"
