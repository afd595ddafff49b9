"""All settings on one page; every value comes from the environment with a safe development default.

`ANTIFAZ_ENV=production` refuses to start on insecure values (see `webapp/start_up/checks.py`).
"""

import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from webapp.start_up.environment import (
    data_folder,
    env,
    env_bool,
    env_list,
    env_number,
    env_whole,
)
from webapp.start_up.languages import offered_languages

BASE_DIR = Path(__file__).resolve().parent.parent


ANTIFAZ_ENV = env("ANTIFAZ_ENV", "development")
if ANTIFAZ_ENV not in {"development", "production"}:
    # "prod" must not silently mean "development, with everything open".
    raise ImproperlyConfigured("ANTIFAZ_ENV must be 'production' or 'development'.")
PRODUCTION = ANTIFAZ_ENV == "production"
ANTIFAZ_DATA = Path(env("ANTIFAZ_DATA", str(data_folder(BASE_DIR)))).resolve()
ANTIFAZ_DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
# Where workers run on several machines: what this one keeps of its own beside the shared folder.
LOCAL_CACHE = Path(env("LOCAL_CACHE")).resolve() if env("LOCAL_CACHE") else None
if LOCAL_CACHE is not None:
    LOCAL_CACHE.mkdir(mode=0o700, parents=True, exist_ok=True)


def development_key() -> str:
    """A key of this installation's own, so that no two development servers share one."""
    path = ANTIFAZ_DATA / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(64), encoding="utf-8")
    return path.read_text(encoding="utf-8").strip()


SECRET_KEY = env("SECRET_KEY") or ("" if PRODUCTION else development_key())
DEBUG = env_bool("DEBUG", False)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "" if PRODUCTION else "*")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "annotation.apps.AnnotationConfig",
    "webapp.apps.WebappConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "webapp.sign_in.backend.few_at_a_time",
    "webapp.middleware.programs.program_requests",
    "webapp.middleware.answers.api_problems",
    "webapp.middleware.uploads.cap_requests",
    "webapp.middleware.readable.readable_requests",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "webapp.sign_in.idle.idle_sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "webapp.middleware.programs.token_holders",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "webapp.middleware.answers.private_pages",
    "webapp.middleware.answers.sign_in_again",
    "webapp.sign_in.backend.SignInAnswers",
]

ROOT_URLCONF = "webapp.urls"
WSGI_APPLICATION = "webapp.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

# --- database -------------------------------------------------------------------------------
# How long one waits for a database that is locked or away; `wsgi.py` waits less: somebody watches.
DATABASE_WAIT_SECONDS = env_number("DATABASE_WAIT_SECONDS", 20, 1, 60)
DATABASE_URL = env("DATABASE_URL", f"sqlite:///{ANTIFAZ_DATA / 'antifaz.sqlite3'}")
if not DATABASE_URL.startswith(("sqlite:", "postgres:", "postgresql:")):
    raise ImproperlyConfigured("DATABASE_URL must be sqlite:///PATH or postgres://HOST/NAME.")
_database: dict[str, Any] = dict(dj_database_url.parse(DATABASE_URL))
if _database["ENGINE"].endswith("sqlite3"):
    # WAL + IMMEDIATE: worker and web write at once without "database is locked".
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": DATABASE_WAIT_SECONDS,
        "init_command": (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;"
            "PRAGMA foreign_keys=ON;PRAGMA secure_delete=ON;"
        ),
    }
else:
    _database["CONN_MAX_AGE"] = 60
    _database["CONN_HEALTH_CHECKS"] = True
    _wait = round(DATABASE_WAIT_SECONDS)
    _database.setdefault("OPTIONS", {}).update(
        options=f"-c lock_timeout={_wait * 1000}",
        connect_timeout=max(2, _wait),
        tcp_user_timeout=_wait * 2000,  # a server that vanished is not waited for for minutes
    )
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- people ---------------------------------------------------------------------------------
AUTH_USER_MODEL = "annotation.User"
AUTHENTICATION_BACKENDS = [
    "webapp.sign_in.backend.LimitedBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "CommonPasswordValidator")
] + [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    }
]
PASSWORD_HASHERS = [
    "webapp.sign_in.hashing.Argon2",
    "webapp.sign_in.hashing.PBKDF2",
]
PASSWORD_RESET_TIMEOUT = 3600
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "list-projects"
LOGOUT_REDIRECT_URL = "sign-in"
SIGN_IN_LIMITS = env_bool("SIGN_IN_LIMITS", True)
BEHIND_PROXY = env_bool("BEHIND_PROXY", False)  # a proxy that overwrites the X-Forwarded headers

# --- sessions and headers -------------------------------------------------------------------
HTTPS = env_bool("HTTPS", PRODUCTION)
KNOWN_BROWSER_COOKIE_NAME = "__Host-known-browser" if HTTPS else "antifaz-known-browser"
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "antifaz-session"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = env_whole("SESSION_SECONDS", 28800, 300, 604_800)
SESSION_IDLE_SECONDS = env_whole("SESSION_IDLE_SECONDS", 1800, 60, 86_400)
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "antifaz-csrf"
CSRF_FAILURE_VIEW = "webapp.views.errors.csrf_failure"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REDIRECT_EXEMPT = [r"^health$"]  # the container's own probe speaks plain HTTP
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

# --- large models ---------------------------------------------------------------------------
ENCODERS_ONLINE = env_bool("ENCODERS_ONLINE", False)  # may fetch weights by their name from a hub

# --- models and erasing ----------------------------------------------------------------------
# Rounds of a project whose models stay on the disk; the Learning page can go back to these.
MODELS_KEPT = env_whole("MODELS_KEPT", 5, 1, 10_000)
# What was erased, without a text: a restored backup is run against it. A copy is kept apart.
ERASURE_LEDGER = env("ERASURE_LEDGER")
if ERASURE_LEDGER and not Path(ERASURE_LEDGER).parent.is_dir():
    raise ImproperlyConfigured("ERASURE_LEDGER must lie in a folder that is there.")

# --- programs ---------------------------------------------------------------------------------
# Calls in a minute, of each token and of each person who is signed in; 0: no limit.
API_CALLS_A_MINUTE = env_whole("API_CALLS_A_MINUTE", 1200, 0, 10**6)
TRANSFORMS_A_MINUTE = env_whole("TRANSFORMS_A_MINUTE", 12_000, 0, 10**6)
API_UPLOAD_LIMIT = env_whole("API_UPLOAD_LIMIT", 2 * 1024**3, 1024, 100 * 1024**3)  # bytes
# Folders of models that the Text Transformer takes by the folder's name, whoever asks.
TRANSFORM_MODELS = env_list("TRANSFORM_MODELS")

# Where the guides can be read: what the links of /llms.txt begin with.
GUIDES_URL = env("GUIDES_URL")

# Addresses that are told, signed, when something has ended; private networks that may be called.
HOOKS = env_list("HOOKS")
HOOK_SECRET = env("HOOK_SECRET")
HOOK_NETWORKS = env_list("HOOK_NETWORKS")
# What the addresses begin with that managers may name for their projects; without: none.
HOOK_ADDRESSES = env_list("HOOK_ADDRESSES")
if not all(each.startswith(("https://", "http://")) for each in HOOK_ADDRESSES):
    raise ImproperlyConfigured("HOOK_ADDRESSES must each begin with https:// or http://.")
if HOOKS and len(HOOK_SECRET) < 32:
    raise ImproperlyConfigured("HOOKS need a HOOK_SECRET of 32 characters or more.")

# --- uploads --------------------------------------------------------------------------------
UPLOAD_LIMIT = env_whole("UPLOAD_LIMIT", 100 * 1024**2, 1024, 10 * 1024**3)  # bytes a file
UPLOAD_TOTAL = env_whole("UPLOAD_TOTAL", 500 * 1024**2, 1024, 100 * 1024**3)  # bytes a request
FILE_UPLOAD_HANDLERS = ["webapp.middleware.uploads.CappedUpload"]
# How long a turn and a dialogue may be: pages, models and memory are made for this much.
IMPORT_TURN_CHARACTERS = env_whole("IMPORT_TURN_CHARACTERS", 20_000, 1, 10_000_000)
IMPORT_DIALOGUE_TURNS = env_whole("IMPORT_DIALOGUE_TURNS", 10_000, 1, 1_000_000)
IMPORT_DIALOGUE_WORDS = env_whole("IMPORT_DIALOGUE_WORDS", 2_000_000, 1, 100_000_000)
DATA_UPLOAD_MAX_NUMBER_FILES = 100
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_TEMP_DIR = ANTIFAZ_DATA / "uploads"
FILE_UPLOAD_TEMP_DIR.mkdir(mode=0o700, exist_ok=True)

# --- languages ------------------------------------------------------------------------------
USE_I18N = True
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "webapp" / "locale"]
FORMAT_MODULE_PATH = "webapp.date_formats"
LANGUAGES = offered_languages(LOCALE_PATHS[0])
USE_TZ = True
TIME_ZONE = env("TIME_ZONE", "UTC")

# --- static files ---------------------------------------------------------------------------
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(env("STATIC_ROOT", str(ANTIFAZ_DATA / "static")))
STATIC_ROOT.mkdir(
    mode=0o755, parents=True, exist_ok=True
)  # WhiteNoise warns about a folder that is not there yet
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
        # Uploads are for the owner alone, but these are made by one user and served by another.
        "OPTIONS": {"file_permissions_mode": 0o644, "directory_permissions_mode": 0o755},
    },
}

# --- background work ------------------------------------------------------------------------
REDIS_URL = env("REDIS_URL")
if REDIS_URL and not REDIS_URL.startswith(("redis", "sentinel")):
    raise ImproperlyConfigured("REDIS_URL must be redis://HOST/NUMBER or rediss://HOST/NUMBER.")
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
        # Jobs that a dead worker held are found by our own heartbeat long before this.
        "visibility_timeout": 7200,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
    }
    CELERY_TASK_DEFAULT_QUEUE = env("CELERY_QUEUE", "antifaz")
else:
    # Files as the queue: no server, works across processes; messages hold ids only.
    BROKER_DIR = ANTIFAZ_DATA / "broker"
    for folder in ("queue", "control"):
        (BROKER_DIR / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    CELERY_BROKER_URL = "filesystem://localhost//"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_DIR / "queue"),
        "data_folder_out": str(BROKER_DIR / "queue"),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.1,
    }
    CELERY_TASK_DEFAULT_QUEUE = "antifaz"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True  # state lives in our own tables
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = False  # our sweep re-queues, with an attempt limit
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.2,
}
HEARTBEAT_SECONDS = env_number("HEARTBEAT_SECONDS", 5, 0.1, 300)
# Silence after which a job is re-queued.
JOB_LOST_SECONDS = env_number("JOB_LOST_SECONDS", 30, 1, 3600)
if JOB_LOST_SECONDS < 2 * HEARTBEAT_SECONDS:
    raise ImproperlyConfigured("JOB_LOST_SECONDS must be at least twice HEARTBEAT_SECONDS.")
# Without progress: the job is ended. Before a second try; twice that before a third.
JOB_STALL_SECONDS = env_number("JOB_STALL_SECONDS", 900, 1, 86_400)
JOB_RETRY_SECONDS = env_number("JOB_RETRY_SECONDS", 10, 0, 3600)
JOB_ATTEMPTS = 3
# Megabytes that the process of a job may take beside the 200 that each has; 0: no limit.
JOB_MEMORY_MB = {
    "learning": env_whole("LEARNING_MEMORY_MB", 0, 0, 10**6),
    "files": env_whole("FILES_MEMORY_MB", 2048, 0, 10**6),
    "measures": env_whole("MEASURES_MEMORY_MB", 2048, 0, 10**6),
}
# Sources that are asked though they are no model of ours (docs/source-models.md): origins beyond
# this machine, or of this machine for the page; folders in which the page may name weights.
SOURCE_ADDRESSES = env_list("SOURCE_ADDRESSES")
SOURCE_FOLDERS = env_list("SOURCE_FOLDERS")
WORKER_LANES = env_list("WORKER_LANES", "learning,files,measures")
# Tokens x tags of a pool from which several workers score it together (docs/results/speed.md).
SHARE_FROM = env_number("SHARE_FROM", 40_000_000, 1)

# --- logs: ids and states, never texts ------------------------------------------------------
LOG_LEVEL = env("LOG_LEVEL")
if LOG_LEVEL not in {"", "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}:
    raise ImproperlyConfigured("LOG_LEVEL must be INFO, WARNING, ERROR or CRITICAL.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["no_texts", "one_a_second"],
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL or "WARNING"},
    # All goes through the one handler: these would have handlers of their own, without its filters.
    "loggers": {
        "antifaz": {"level": LOG_LEVEL or "INFO"},
        "django": {"handlers": [], "level": LOG_LEVEL or "WARNING", "propagate": True},
        "gunicorn.error": {"handlers": [], "propagate": True},
    },
    "filters": {
        "no_texts": {"()": "webapp.logs.NoTexts"},
        "one_a_second": {"()": "webapp.logs.OneASecond"},
    },
}
SILENCED_SYSTEM_CHECKS = ["security.W021"] if not HTTPS else []
