#!/bin/sh
# The image of Postgres runs it once, for an empty volume: the owner of the database, and the login of the requests.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username postgres <<'SQL'
create role charter login createrole password :'password';
create role charter_requests login noinherit password :'password';
create database charter owner charter;
SQL
