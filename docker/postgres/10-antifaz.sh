#!/bin/sh
# First start of an empty database: a role for Antifaz that owns its database and nothing else.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "${POSTGRES_DB:-postgres}" <<'SQL'
\set password `cat "${DATABASE_PASSWORD_FILE:-/run/secrets/database_password}"`
CREATE ROLE antifaz LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE antifaz OWNER antifaz ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE antifaz FROM PUBLIC;
SQL
