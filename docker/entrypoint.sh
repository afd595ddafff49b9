#!/bin/sh
# What a container does: web, worker, migrate, or any command of manage.py (createsuperuser, ...).
set -eu
umask 077
cd "$(dirname "$0")/.."

# A number that cannot be meant ends the start by its name: gunicorn would listen with no process.
whole() {
    case "$2" in
    "" | *[!0-9]* | ??????*) ;;
    *) [ "$2" -ge "$3" ] && [ "$2" -le "$4" ] && return ;;
    esac
    echo "$1 must be a whole number from $3 to $4, not $2." >&2
    exit 1
}

case "${1:-web}" in
web)
    whole PORT "${PORT:-8000}" 1 65535
    whole WEB_WORKERS "${WEB_WORKERS:-2}" 1 64
    whole WEB_THREADS "${WEB_THREADS:-4}" 1 64
    # Two processes outlive the fall of one. The heartbeat file lies in memory: a slow disk must
    # not make a healthy process look dead.
    exec python -m gunicorn webapp.wsgi \
        --bind "0.0.0.0:${PORT:-8000}" \
        --workers "${WEB_WORKERS:-2}" --threads "${WEB_THREADS:-4}" \
        --timeout 60 --graceful-timeout 30 --keep-alive 5 \
        --max-requests 2000 --max-requests-jitter 200 \
        --worker-tmp-dir /dev/shm --no-control-socket \
        --log-level warning
    ;;
worker)
    # The pool only takes messages: each lane does one job at a time, in a process of its own
    # (annotation/services/jobs/lanes.py). More work: start more workers.
    exec python -m celery -A webapp worker -P solo -c 1 \
        --without-gossip --without-mingle --without-heartbeat --loglevel WARNING
    ;;
migrate)
    exec python docker/migrate.py
    ;;
*)
    exec python manage.py "$@"
    ;;
esac
