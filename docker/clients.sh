#!/bin/sh
# Make .venv-clients: all of .venv, and the programs of other people that the tests marked `clients`
# ask. clients.sh PYTHON. Does nothing when nothing changed.
set -eu
base=${BASE:-.venv} venv=.venv-clients wanted=docker/clients.txt
stamp=$venv/.installed
if [ -f "$stamp" ] && [ ! "$wanted" -nt "$stamp" ]; then
    exit 0
fi
echo "Setting up $venv; the first time takes a minute."
[ -x "$venv/bin/python" ] || "$1" -m venv --without-pip "$venv"
# What lies in .venv is seen from here, so that only the clients themselves are downloaded.
own=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
theirs=$("$base/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "import site; site.addsitedir('$theirs')" >"$own/base.pth"
log=$venv/install.log
if ! "$base/bin/python" -m pip --python "$venv/bin/python" install --quiet --no-compile --requirement "$wanted" >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    echo "Installing the clients failed; the whole log is in $log." >&2
    exit 1
fi
touch "$stamp"
