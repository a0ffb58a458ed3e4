#!/bin/sh
# Postgres' container runs this once, while its database is empty: the role that the server has. It
# owns nothing; `database migrate --grant clipurse` lets it read and write rows.
set -eu
psql --quiet --set ON_ERROR_STOP=1 --set password="$SERVER_PASSWORD" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role clipurse login password :'password';
SQL
