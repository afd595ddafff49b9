#!/bin/sh
# Make the secrets that compose.yml mounts, once: a file that is there already is left alone.
# The folder is closed to other people; the files in it are open, since each container reads its
# own as another user.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
chmod 700 secrets

random() { # random BYTES: hexadecimal, so that it needs no escaping in an address
    od -An -v -tx1 -N "$1" /dev/urandom | tr -d ' \n'
}

keep() { # keep NAME VALUE
    if [ -e "secrets/$1" ]; then
        echo "kept  secrets/$1"
    else
        printf '%s\n' "$2" > "secrets/$1"
        chmod 644 "secrets/$1"
        echo "made  secrets/$1"
    fi
}

keep secret_key "$(random 48)"
keep postgres_password "$(random 24)"
keep database_password "$(random 24)"
keep redis_password "$(random 24)"
keep database_url "postgres://antifaz:$(cat secrets/database_password)@postgres:5432/antifaz"
keep redis_url "redis://:$(cat secrets/redis_password)@redis:6379/0"
