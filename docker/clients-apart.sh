#!/bin/sh
# Make what the largest clients want: clients-apart.sh PYTHON NAME..., of `spark`, `doccano`,
# `label-studio`. Spark lies in .venv-clients; the others have environments of their own.
set -eu
python=$1 log=.venv-clients/apart.log
shift

install() { # what, and the command that does it
    [ ! -f ".venv-clients/.$1" ] || return 0
    echo "Setting up $1."
    name=$1
    shift
    "$@" >"$log" 2>&1 || { tail -n 15 "$log" >&2 && exit 1; }
    touch ".venv-clients/.$name"
}

# uv takes seconds where pip takes a minute, and with doccano's old pins a quarter of an hour.
uv() {
    .venv-clients/bin/uv pip install --quiet "$@"
}

spark() {
    uv --python .venv-clients/bin/python pyspark==4.3.0
}

# Its pins are older than what it needs them for.
doccano() {
    "$python" -m venv --without-pip .venv-doccano
    uv --python .venv-doccano/bin/python \
        doccano==1.8.4 'marshmallow<4' 'numpy<2' 'scipy<1.12' 'setuptools<80'
}

label_studio() {
    "$python" -m venv --without-pip .venv-label-studio
    uv --python .venv-label-studio/bin/python label-studio==1.23.2
}

for name in "$@"; do
    case $name in
        spark | doccano) install "$name" "$name" ;;
        label-studio) install "$name" label_studio ;;
        *) echo "$name: expected spark, doccano or label-studio" >&2 && exit 2 ;;
    esac
done
