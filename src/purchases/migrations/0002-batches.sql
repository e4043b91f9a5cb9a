-- What came under each requestId, once for each data, in place of one array a requestId: a batch is one insert.
create table purchases.demande (
  "requestId" uuid not null,
  fingerprint text not null,
  "createdAt" timestamptz not null,
  primary key ("requestId", fingerprint)
);
insert into purchases.demande
  select replace("requestId", 'urn:uuid:', '')::uuid, left(unnest(fingerprints), 22), "createdAt" from purchases.message
  on conflict do nothing;
drop table purchases.message;

-- Every article under every name that it was bought under. A search by name looks here, where rows are few, and finds the
-- purchases by the article's id. An index of trigrams on ten million purchases took 500 MB and three and a half minutes to
-- build, and slowed writing by a third.
drop index purchases.achat_plain_idx;
create index on purchases.achat ("articleId", "purchaseDate" desc, id desc) where "deletedAt" is null;
create table purchases.article (
  "articleId" text not null,
  "articleName" text not null,
  primary key ("articleId", "articleName")
);
insert into purchases.article select distinct "articleId", "articleName" from purchases.achat;
create index on purchases.article using gin (plain("articleName") gin_trgm_ops);

-- How many purchases there are that are not deleted: the sum of fragments, one for each connection that writes.
create table purchases.compteur (
  fragment smallint primary key,
  nombre bigint not null
) with (fillfactor = 50);
insert into purchases.compteur select 0, count(*) from purchases.achat where "deletedAt" is null;
