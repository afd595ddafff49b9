#!/bin/sh
# Make .venv (or what VENV names) and install what is asked for: setup.sh PYTHON EXTRAS. Does nothing
# when nothing changed.
set -eu
python=$1 extras=$2 venv=${VENV:-.venv}

if ! command -v "$python" >/dev/null 2>&1; then
    echo "Antifaz needs Python 3.11 or newer; '$python' was not found." >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Antifaz needs Python 3.11 or newer; this is $("$python" --version 2>&1). Try: make PYTHON=python3.12 run" >&2
    exit 1
fi

stamp="$venv/.installed-$(printf %s "${extras:-core}" | tr ', ' '__')"
if [ -f "$stamp" ] && [ -z "$(find pyproject.toml constraints.txt webapp/locale -newer "$stamp" -type f ! -name '*.mo' 2>/dev/null)" ]; then
    exit 0
fi
echo "Setting up $venv (${extras:-core}); the first time takes a minute or two."
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
target=".[web${extras:+,$extras}]"
log=$venv/install.log
# What is never imported need not be compiled: Python compiles the rest when it meets it.
if ! "$venv/bin/python" -m pip install --quiet --no-compile --constraint constraints.txt --editable "$target" >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    if grep -qiE "error: (command .*(gcc|cc|clang)|Microsoft Visual C)|unable to execute|compiler" "$log"; then
        echo "A package had to be compiled and no C compiler was found: install one (Debian: apt install build-essential)." >&2
    else
        echo "Installing failed; the whole log is in $log." >&2
    fi
    exit 1
fi
for catalogue in webapp/locale/*/LC_MESSAGES/django.po; do
    [ -f "$catalogue" ] || continue
    "$venv/bin/pybabel" --quiet compile -i "$catalogue" -o "${catalogue%.po}.mo" -l "$(basename "$(dirname "$(dirname "$catalogue")")")"
done
touch "$stamp"
