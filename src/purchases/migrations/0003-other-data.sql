-- What came first under each requestId stands in purchases.demande, whose key is the requestId alone; other data that came
-- under it later stand here. Two open transactions cannot see each other's rows, but a unique key makes one wait for the other.
create table purchases.autre_demande (
  "requestId" uuid not null,
  fingerprint text not null,
  "createdAt" timestamptz not null,
  primary key ("requestId", fingerprint)
);
with later as (
  delete from purchases.demande using purchases.demande as first
  where first."requestId" = demande."requestId"
    and (first."createdAt", first.fingerprint) < (demande."createdAt", demande.fingerprint)
  returning demande.*
)
insert into purchases.autre_demande select * from later;
alter table purchases.demande drop constraint demande_pkey, add primary key ("requestId");
