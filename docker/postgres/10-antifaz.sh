#!/bin/sh
# First start of an empty database: a role for Antifaz that owns its database and nothing else. It
# may empty the server's log, so that what is erased does not stay there.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "${POSTGRES_DB:-postgres}" <<'SQL'
\set password `cat "${DATABASE_PASSWORD_FILE:-/run/secrets/database_password}"`
CREATE ROLE antifaz LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE antifaz OWNER antifaz ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE antifaz FROM PUBLIC;
GRANT pg_checkpoint TO antifaz;
\connect antifaz
GRANT EXECUTE ON FUNCTION pg_switch_wal() TO antifaz;
SQL
