"""All routes of the site on one page. A route's name is its view's name with hyphens."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, URLResolver, path, reverse_lazy
from django.views.i18n import set_language

from webapp.api.app import api
from webapp.sign_in.invited import limited
from webapp.views import account, health, llms, story
from webapp.views.evidence import bundles, intruder, read_first, scoring, second_reading, tables
from webapp.views.evidence import page as evidence
from webapp.views.guidance import guidelines, labels, notes, questions
from webapp.views.labelling import history, items, propagation, turns, twin
from webapp.views.learning import page as learning
from webapp.views.learning import sources, training
from webapp.views.projects import (
    corpus,
    erasing,
    hooks,
    imports,
    invitations,
    people,
    project,
    work,
)
from webapp.views.revision import lexicon, release, steps
from webapp.views.revision import page as revision
from webapp.views.team import adjudication, alarms, figures, record

P = "p/<slug:slug>/"

urlpatterns: list[URLPattern | URLResolver] = [
    # people
    path("", project.list_projects, name="list-projects"),
    path("sign-in", auth.LoginView.as_view(template_name="accounts/sign_in.html"), name="sign-in"),
    path("sign-out", auth.LogoutView.as_view(), name="sign-out"),
    path("account", account.show_account, name="show-account"),
    path("account/tokens", account.list_tokens, name="list-tokens"),
    path("account/tokens/<int:pk>/revoke", account.revoke_token, name="revoke-token"),
    path(
        "password",
        auth.PasswordChangeView.as_view(
            template_name="accounts/change_password.html", success_url=reverse_lazy("list-projects")
        ),
        name="change-password",
    ),
    path("invitation", limited(invitations.show_invitation), name="show-invitation"),
    path("invitation/accept", limited(invitations.accept_invitation), name="accept-invitation"),
    path("language", login_not_required(set_language), name="set-language"),
    path("twin", twin.keep_twin, name="keep-twin"),
    path("work", work.show_own_work, name="show-own-work"),
    path("work/line", work.show_own_line, name="show-own-line"),
    path("health", health.show_health, name="show-health"),
    path("llms.txt", llms.show_llms, name="show-llms"),
    path("admin/", admin.site.urls),
    # source models
    path("sources", sources.list_sources, name="list-sources"),
    path("sources/add", sources.add_other_source, name="add-other-source"),
    path("sources/<int:pk>/remove", sources.remove_source, name="remove-source"),
    path("sources/new/<int:pk>", sources.map_labels, name="map-labels"),
    path("sources/new/<int:pk>/state", sources.show_source_training, name="show-source-training"),
    path(
        "sources/new/<int:pk>/cancel", sources.cancel_source_training, name="cancel-source-training"
    ),
    # who saw what, for administrators
    path("record", record.list_records, name="list-records"),
    # projects
    path("projects/new", project.create_project, name="create-project"),
    path(P, project.show_overview, name="show-overview"),
    path(P + "story", story.show_story, name="show-story"),
    path(P + "story/move", story.move_story, name="move-story"),
    path(P + "settings", project.edit_settings, name="edit-settings"),
    path(P + "members", people.edit_members, name="edit-members"),
    path(P + "members/invite", people.invite_members, name="invite-members"),
    path(
        P + "members/invitations/<int:pk>/revoke",
        people.revoke_invitation,
        name="revoke-invitation",
    ),
    path(P + "members/shares", people.set_shares, name="set-shares"),
    path(P + "members/<int:pk>/role", people.change_role, name="change-role"),
    path(P + "members/<int:pk>/disable", people.disable_member, name="disable-member"),
    path(P + "members/<int:pk>/enable", people.enable_member, name="enable-member"),
    path(P + "members/<int:pk>/remove", people.remove_member, name="remove-member"),
    path(P + "hooks", hooks.list_hooks, name="list-hooks"),
    path(P + "hooks/deliveries", hooks.show_deliveries, name="show-deliveries"),
    path(P + "hooks/<int:pk>/switch", hooks.switch_hook, name="switch-hook"),
    path(P + "hooks/<int:pk>/remove", hooks.remove_hook, name="remove-hook"),
    path(P + "hooks/<int:pk>/test", hooks.try_hook, name="try-hook"),
    path(P + "work", work.show_work, name="show-work"),
    path(P + "work/line", work.show_line, name="show-line"),
    path(P + "erase", erasing.show_erasing, name="show-erasing"),
    path(P + "erase/person", erasing.find_person, name="find-person"),
    path(P + "erase/<int:pk>/later", erasing.put_off_erasure, name="put-off-erasure"),
    path(P + "erase/dialogues", erasing.erase_dialogues, name="erase-dialogues"),
    path(P + "erase/project", erasing.erase_project, name="erase-project"),
    # labels, guidelines, questions
    path(P + "labels", labels.edit_labels, name="edit-labels"),
    path(P + "labels/add", labels.add_label, name="add-label"),
    path(P + "labels/file", labels.export_scheme, name="export-scheme"),
    path(P + "labels/import", labels.import_scheme, name="import-scheme"),
    path(P + "labels/<int:pk>", labels.edit_label, name="edit-label"),
    path(P + "labels/<int:pk>/move", labels.move_label, name="move-label"),
    path(P + "labels/<int:pk>/remove", labels.remove_label, name="remove-label"),
    path(P + "guidelines", guidelines.show_guidelines, name="show-guidelines"),
    path(P + "guidelines/edit", guidelines.edit_guidelines, name="edit-guidelines"),
    path(P + "guidelines/preview", guidelines.preview_guidelines, name="preview-guidelines"),
    path(P + "guidelines/versions", guidelines.list_versions, name="list-versions"),
    path(P + "guidelines/versions/<int:pk>", guidelines.show_version, name="show-version"),
    path(P + "questions", questions.list_questions, name="list-questions"),
    path(P + "questions/<int:pk>/answer", questions.answer_question, name="answer-question"),
    path(P + "turns/<int:pk>/asked", questions.show_questions, name="show-questions"),
    path(P + "turns/<int:pk>/questions", questions.ask_question, name="ask-question"),
    path(P + "turns/<int:pk>/notes", notes.leave_note, name="leave-note"),
    path(P + "turns/<int:pk>/notes/<int:note>", notes.change_note, name="change-note"),
    # corpus
    path(P + "corpus", corpus.show_corpus, name="show-corpus"),
    path(P + "corpus/search", corpus.search_corpus, name="search-corpus"),
    path(P + "corpus/assign", corpus.assign_dialogues, name="assign-dialogues"),
    path(P + "import", imports.import_dialogues, name="import-dialogues"),
    path(P + "import/<int:pk>", imports.show_import, name="show-import"),
    path(P + "import/<int:pk>/state", imports.show_import_state, name="show-import-state"),
    path(P + "import/<int:pk>/change", imports.change_import, name="change-import"),
    path(P + "import/<int:pk>/read", imports.read_import, name="read-import"),
    path(
        P + "import/<int:pk>/faults",
        imports.download_import_faults,
        name="download-import-faults",
    ),
    path(P + "import/<int:pk>/confirm", imports.confirm_import, name="confirm-import"),
    path(P + "import/<int:pk>/cancel", imports.cancel_import, name="cancel-import"),
    # labelling
    path(P + "label", items.label_next, name="label-next"),
    path(P + "label/again", items.label_again, name="label-again"),
    path(P + "label/more", items.label_more, name="label-more"),
    path(P + "label/<int:pk>", items.label_item, name="label-item"),
    path(P + "label/<int:pk>/twin", twin.show_twin, name="show-twin"),
    path(P + "label/<int:pk>/finish", items.finish_item, name="finish-item"),
    path(P + "label/<int:pk>/skip", items.skip_item, name="skip-item"),
    path(P + "label/<int:pk>/flag", items.flag_item, name="flag-item"),
    path(P + "label/<int:pk>/reopen", items.reopen_item, name="reopen-item"),
    # turns of a dialogue, asked or not
    path(P + "turns", turns.show_turns, name="show-turns"),
    path(P + "turns/<int:pk>", turns.open_turn, name="open-turn"),
    path(P + "turns/<int:pk>/spans", turns.add_span, name="add-span"),
    path(P + "turns/<int:pk>/move", turns.move_span, name="move-span"),
    path(P + "turns/<int:pk>/clear", turns.clear_span, name="clear-span"),
    path(P + "turns/<int:pk>/proposals/accept", turns.accept_proposals, name="accept-proposals"),
    path(
        P + "turns/<int:pk>/proposals/<int:span>/<str:verb>",
        turns.decide_proposal,
        name="decide-proposal",
    ),
    path(P + "turns/<int:pk>/propagate", propagation.plan_propagation, name="plan-propagation"),
    path(
        P + "turns/<int:pk>/propagate/apply",
        propagation.apply_propagation,
        name="apply-propagation",
    ),
    path(P + "turns/<int:pk>/undo", turns.undo_step, name="undo-step"),
    path(P + "turns/<int:pk>/redo", turns.redo_step, name="redo-step"),
    # history
    path(P + "dialogues/<int:pk>/history", history.dialogue_history, name="dialogue-history"),
    path(
        P + "dialogues/<int:pk>/history/restore", history.restore_dialogue, name="restore-dialogue"
    ),
    path(P + "alarms/<int:pk>/close", alarms.close_alarm, name="close-alarm"),
    # team
    path(P + "team", figures.show_team, name="show-team"),
    path(P + "team/marked", figures.list_marked, name="list-marked"),
    path(P + "team/marked/<int:pk>/clear", figures.clear_flag, name="clear-flag"),
    # who saw what
    path(P + "record", record.show_record, name="show-record"),
    # learning
    path(P + "learning", learning.show_learning, name="show-learning"),
    path(P + "learning/runs", learning.download_runs, name="download-runs"),
    path(P + "learning/model", learning.choose_model, name="choose-model"),
    # adjudication
    path(P + "adjudicate", adjudication.adjudicate_next, name="adjudicate-next"),
    path(P + "adjudicate/<int:pk>", adjudication.adjudicate_dialogue, name="adjudicate-dialogue"),
    path(P + "adjudicate/<int:pk>/folded", adjudication.unfold_turns, name="unfold-turns"),
    path(P + "adjudicate/<int:pk>/names", adjudication.name_readers, name="name-readers"),
    path(P + "adjudicate/<int:pk>/all", adjudication.take_all, name="take-all"),
    path(P + "adjudicate/turns/<int:pk>", adjudication.adjudicate_turn, name="adjudicate-turn"),
    path(P + "adjudicate/turns/<int:pk>/take", adjudication.take_reading, name="take-reading"),
    path(P + "adjudicate/turns/<int:pk>/spans", adjudication.label_gold, name="label-gold"),
    path(P + "adjudicate/turns/<int:pk>/move", adjudication.move_gold, name="move-gold"),
    path(P + "adjudicate/turns/<int:pk>/clear", adjudication.clear_gold, name="clear-gold"),
    path(P + "adjudicate/turns/<int:pk>/undo", adjudication.undo_gold, name="undo-gold"),
    path(P + "adjudicate/turns/<int:pk>/redo", adjudication.redo_gold, name="redo-gold"),
    # training
    path(P + "training", training.show_status, name="show-status"),
    path(P + "training/start", training.start_training, name="start-training"),
    path(P + "training/<int:pk>/cancel", training.cancel_training, name="cancel-training"),
    # revision
    path(P + "revise", revision.revise_next, name="revise-next"),
    path(P + "revise/tag", revision.tag_corpus, name="tag-corpus"),
    path(P + "revise/<int:pk>", revision.revise_dialogue, name="revise-dialogue"),
    path(P + "revise/<int:pk>/issue", revision.show_issue, name="show-issue"),
    path(P + "revise/<int:pk>/entity", revision.show_entity, name="show-entity"),
    path(P + "revise/<int:pk>/decisions", revision.show_decisions, name="show-decisions"),
    path(P + "revise/<int:pk>/warm", revision.warm_dialogue, name="warm-dialogue"),
    path(P + "revise/<int:pk>/decide", steps.decide_issue, name="decide-issue"),
    path(P + "revise/<int:pk>/change", steps.change_entity, name="change-entity"),
    path(P + "revise/<int:pk>/teach", steps.teach_lexicon, name="teach-lexicon"),
    path(P + "revise/<int:pk>/undo", steps.undo_decision, name="undo-decision"),
    path(P + "revise/<int:pk>/redo", steps.redo_decision, name="redo-decision"),
    path(P + "revise/<int:pk>/approve", steps.approve_dialogue, name="approve-dialogue"),
    # the project's lexicon
    path(P + "lexicon", lexicon.show_lexicon, name="show-lexicon"),
    path(P + "lexicon/file", lexicon.download_lexicon, name="download-lexicon"),
    path(P + "lexicon/<int:pk>/remove", lexicon.remove_lexicon_row, name="remove-lexicon-row"),
    # release
    path(P + "release", release.show_release, name="show-release"),
    path(P + "release/new", release.create_export, name="create-export"),
    path(P + "release/<int:pk>", release.show_export, name="show-export"),
    path(P + "release/<int:pk>/cancel", release.cancel_export, name="cancel-export"),
    path(P + "release/<int:pk>/sign", release.sign_export, name="sign-export"),
    path(P + "release/<int:pk>/download", release.download_export, name="download-export"),
    path(P + "release/<int:pk>/croissant.json", release.download_entry, name="download-entry"),
    path(P + "review.<str:ending>", release.download_review, name="download-review"),
    # evidence
    path(P + "settings/terms", bundles.edit_terms, name="edit-terms"),
    path(P + "release/<int:pk>/gate", bundles.show_gate, name="show-gate"),
    path(P + "release/<int:pk>/measure", bundles.measure_file, name="measure-file"),
    path(P + "release/<int:pk>/seal", bundles.sign_bundle, name="sign-bundle"),
    path(P + "release/<int:pk>/sheet", bundles.show_sheet, name="show-sheet"),
    path(P + "release/<int:pk>/bundle", bundles.download_bundle, name="download-bundle"),
    path(P + "evidence", evidence.show_evidence, name="show-evidence"),
    path(P + "evidence/measure", evidence.start_all, name="start-all-measurements"),
    path(P + "evidence/measure/<slug:kind>", evidence.start_measurement, name="start-measurement"),
    path(P + "evidence/second-reading", second_reading.draw_turns, name="draw-turns"),
    path(P + "evidence/read-first", read_first.ask_readers, name="ask-readers"),
    path(P + "evidence/<int:pk>/cancel", evidence.cancel_measurement, name="cancel-measurement"),
    path(P + "evidence/fewest", scoring.set_fewest, name="set-fewest"),
    path(P + "evidence/intruders", scoring.list_tries, name="list-tries"),
    path(P + "evidence/intruders/<int:pk>", scoring.score_try, name="score-try"),
    # somebody who knows no original
    path(P + "intruder", intruder.show_intruder, name="show-intruder"),
    path(P + "intruder/next", intruder.take_try, name="take-try"),
    path(P + "intruder/<int:pk>", intruder.show_try, name="show-try"),
    path(P + "intruder/<int:pk>/answer", intruder.answer_try, name="answer-try"),
    path(P + "evidence/tables.<str:ending>", tables.download_tables, name="download-tables"),
    # programs; its routes are the operations in webapp/api
    path("api/", api.urls),
]

handler400 = "webapp.views.errors.unreadable"
handler404 = "webapp.views.errors.not_found"
handler403 = "webapp.views.errors.forbidden"
handler500 = "webapp.views.errors.broken"
