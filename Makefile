# `make` prints these. Each target does its own set-up.
.DEFAULT_GOAL := help
PYTHON ?= python3
PORT ?= 8000
EXTRAS ?=
ARGS ?= --numprocesses 3
PY := .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE # what is compiled once serves every process

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

run: setup ## set up, then run the app with its demo project (PORT=8000)
	@$(PY) manage.py serve --port $(PORT)

test: setup-test ## set up, then run every test (ARGS=path runs only that)
	@$(PY) -m pytest $(ARGS)

test-bert: ## set up .venv-bert with the BERT extra, then run the tests that need it
	@VENV=.venv-bert sh docker/setup.sh "$(PYTHON)" "test,bert"
	@REQUIRE_BERT=1 .venv-bert/bin/python -m pytest -m bert $(if $(findstring tests/,$(ARGS)),,$(BERT)) $(ARGS)

# Only where such tests are: to collect the others takes longer than they do.
BERT = $(shell grep -rl "mark\.bert" tests)

test-clients: setup-test ## set up .venv-clients, then run the tests that ask other people's programs (CLIENT="spark doccano label-studio" asks the large ones, too)
	@sh docker/clients.sh "$(PYTHON)"
	@sh docker/clients-apart.sh "$(PYTHON)" $(CLIENT)
	@REQUIRE_CLIENTS=1 $(foreach name,$(filter-out spark,$(CLIENT)),$(APART_$(name))=$$PWD/.venv-$(name)) \
		.venv-clients/bin/python -m pytest -W default $(if $(findstring tests/,$(ARGS)),,$(CLIENTS) $(foreach name,$(CLIENT),$(APART_TESTS_$(name)))) $(ARGS)

CLIENT ?=
APART_doccano := DOCCANO
APART_label-studio := LABEL_STUDIO
APART_TESTS_spark := tests/antifaz/test_spark.py
# Where programs of other people are asked, or libraries that an extra brings.
CLIENTS := $(addprefix tests/,clients antifaz/guests antifaz/test_datasets.py annotation/formats/corpora/training annotation/formats/test_survival.py)

setup: ## only the set-up: .venv with the app (EXTRAS=bert adds the BERT extra)
	@sh docker/setup.sh "$(PYTHON)" "$(EXTRAS)"

setup-test:
	@sh docker/setup.sh "$(PYTHON)" "test$(if $(EXTRAS),$(comma)$(EXTRAS))"

lint: setup-test ## style, types and layers
	@.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy && .venv/bin/lint-imports
	@.venv/bin/djlint --check templates && .venv/bin/djlint --lint --quiet templates
	@export DENO_NO_UPDATE_CHECK=1; .venv/bin/deno fmt --check && .venv/bin/deno lint && .venv/bin/deno check static/js/shared

bench: ## every benchmark, quick
	@sh docker/setup.sh "$(PYTHON)" bench
	@for bench in benchmarks/[a-z]*.py; do case $$bench in */common.py) ;; *) $(PY) $$bench --quick;; esac; done
	@$(PY) -m benchmarks.coherence --quick
	@$(PY) -m benchmarks.dependence --quick

comma := ,
.PHONY: help run test test-bert test-clients setup setup-test lint bench
