#!/bin/bash
# Run once, when the primary's data are made: its replica may connect, by the same password, and loses no log while it is away.
set -eu
echo 'host replication comptoir all scram-sha-256' >> "$PGDATA/pg_hba.conf"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  -c "select pg_create_physical_replication_slot('replica')" \
  -c "alter system set max_slot_wal_keep_size = '16GB'"
