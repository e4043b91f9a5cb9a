-- The purchase history: one row for each article of a purchase.
create table purchases.achat (
  id bigint generated always as identity primary key,
  -- The customer's numeric id at loyalty.
  "clientId" bigint not null,
  -- As whom an order was placed. It counts for the customer of "clientId", who may be somebody else until the buyer has proven
  -- their e-mail address: until then the buyer sees these rows alone.
  acheteur text,
  -- Null for a purchase that no order of ours made.
  "ordreId" text,
  "articleId" text not null,
  "articleName" text not null,
  quantity bigint not null check (quantity > 0),
  category text,
  "unitPrice" bigint not null check ("unitPrice" >= 0),
  "totalAmount" bigint not null generated always as (quantity * "unitPrice") stored,
  "loyaltyPointsEarned" bigint not null default 0,
  "purchaseDate" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz
);
create index on purchases.achat ("clientId", "purchaseDate" desc, id desc) where "deletedAt" is null;
create index on purchases.achat ("purchaseDate" desc, id desc) where "deletedAt" is null;
create index on purchases.achat ("articleId", "purchaseDate" desc, id desc) where "deletedAt" is null;
-- What was taken out of the history by hand still accounts for its order.
create index achat_supprime on purchases.achat ("ordreId") where "deletedAt" is not null and "ordreId" is not null;

-- Every article under every name that it was bought under. A search by name looks here, where rows are few, and finds the
-- purchases by the article's id. An index of trigrams on ten million purchases took 500 MB and three and a half minutes to
-- build, and slowed writing by a third.
create table purchases.article (
  "articleId" text not null,
  "articleName" text not null,
  primary key ("articleId", "articleName")
);
create index on purchases.article using gin (plain("articleName") gin_trgm_ops);

-- How many purchases there are that are not deleted: the sum of fragments, one for each connection that writes.
create table purchases.compteur (
  fragment smallint primary key,
  nombre bigint not null
) with (fillfactor = 50);

-- Orders taken into the history, once each. `clientId` and `purchaseDate` say where the rows of an order stand there, so that they
-- leave it when the order is refunded; null for one that was refunded before it came.
create table purchases.commande (
  "ordreId" text primary key,
  "clientId" bigint,
  "purchaseDate" timestamptz,
  "rembourseeLe" timestamptz,
  "createdAt" timestamptz not null
);

-- What came first under each requestId, as a fingerprint of the data. Two open transactions cannot see each other's rows, but a
-- unique key makes one wait for the other.
create table purchases.demande (
  "requestId" uuid primary key,
  fingerprint text not null,
  "createdAt" timestamptz not null
);

-- Other data that came under it later.
create table purchases.autre_demande (
  "requestId" uuid not null,
  fingerprint text not null,
  "createdAt" timestamptz not null,
  primary key ("requestId", fingerprint)
);
