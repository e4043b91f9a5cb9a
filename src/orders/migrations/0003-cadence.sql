-- When each address that shows no key placed its orders of the last minute. Not logged: after a crash of PostgreSQL the
-- minute begins anew.
create unlogged table orders.cadence (
  adresse text primary key,
  moments timestamptz[] not null,
  "jusque" timestamptz not null
);
create index on orders.cadence ("jusque");
