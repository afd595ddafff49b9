#!/bin/sh
# What a container does: web, worker, migrate, or any command of manage.py (createsuperuser, ...).
set -eu
umask 077
cd "$(dirname "$0")/.."

case "${1:-web}" in
web)
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
    # One job at a time, in the worker's own process: a round has the memory to itself, and
    # libraries with threads of their own do not survive a fork. More work: start more workers.
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
