#!/bin/bash
# Runs once, when the primary is initialized: its replica may connect with the same password, and the primary retains up
# to 16 GB of the log while the replica is disconnected.
set -eu
echo 'host replication comptoir all scram-sha-256' >> "$PGDATA/pg_hba.conf"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  -c "select pg_create_physical_replication_slot('replica')" \
  -c "alter system set max_slot_wal_keep_size = '16GB'"
