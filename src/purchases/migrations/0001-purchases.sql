-- One row for each article of a purchase.
create table purchases.achat (
  id bigint generated always as identity primary key,
  -- The customer's numeric id at loyalty.
  "clientId" bigint not null,
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
create index on purchases.achat using gin (plain("articleName") gin_trgm_ops);

-- Purchase messages taken in: the fingerprints of the data that came under each requestId.
create table purchases.message (
  "requestId" text primary key,
  fingerprints text[] not null,
  "createdAt" timestamptz not null
);

-- Orders taken into the history, once each.
create table purchases.commande (
  "ordreId" text primary key,
  "createdAt" timestamptz not null
);
