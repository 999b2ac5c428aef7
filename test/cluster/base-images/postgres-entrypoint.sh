#!/bin/sh
# Makes the database in an empty volume, has the scripts of /docker-entrypoint-initdb.d prepare it, and starts the server.
set -eu
case "${1:-}" in -*) set -- postgres "$@" ;; esac
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R 70:70 /var/lib/postgresql /var/run/postgresql
  exec setpriv --reuid 70 --regid 70 --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  umask 077
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username postgres --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256
  rm /tmp/password
  printf "listen_addresses = '*'\nunix_socket_directories = '/var/run/postgresql'\n" >> "$PGDATA/postgresql.conf"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait --options "-c listen_addresses=''" start
  psql --username postgres --dbname postgres --command "CREATE DATABASE \"$POSTGRES_DB\""
  for script in /docker-entrypoint-initdb.d/*.sh; do
    [ ! -f "$script" ] || . "$script"
  done
  pg_ctl --wait --mode fast stop
fi
exec "$@"
