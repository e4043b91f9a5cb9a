#!/bin/bash
# A streaming replica: copies the primary once, then follows it.
set -eu
export PGPASSWORD="$POSTGRES_PASSWORD" PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA"
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  pg_basebackup --host postgres --username comptoir --pgdata "$PGDATA" --slot replica --write-recovery-conf
fi
# Without hot_standby_feedback, a vacuum of the primary could cancel long queries here.
exec postgres -c hot_standby_feedback=on -c max_connections=200
