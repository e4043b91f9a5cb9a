-- The stores to which the rights of a key or a member of staff are limited; null: all stores.
alter table accounts.cle add column magasins bigint[] check (cardinality(magasins) > 0);
alter table accounts.membre add column magasins bigint[] check (cardinality(magasins) > 0);
