-- What a store has of a product and how much of it is promised to orders. `quantite` is what a count would find, so it may
-- fall below `reserve`; what can be sold is the difference, never below zero.
create table logistics.stock (
  id bigint generated always as identity primary key,
  "productId" bigint not null,
  "storeId" bigint not null,
  -- The row's place in its store, from 1 and without gaps: pages are read by it, and the last one is the total.
  rang integer not null,
  quantite integer not null check (quantite >= 0),
  reserve integer not null default 0 check (reserve >= 0),
  "updatedAt" timestamptz not null,
  unique ("productId", "storeId"),
  unique ("storeId", rang)
) with (fillfactor = 80);

-- How many rows of stock a store has; locked by whoever adds one.
create table logistics.magasin (
  "storeId" bigint primary key,
  lignes integer not null
);

create table logistics.reservation (
  "ordreId" text primary key,
  statut text not null check (statut in ('active', 'liberee', 'expiree', 'prelevee', 'annulee')),
  "expireLe" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index on logistics.reservation ("expireLe") where statut = 'active';

-- What an order holds of which stock: promised while its reservation is active, taken once it is prelevee.
create table logistics.ligne (
  "ordreId" text not null references logistics.reservation,
  "productId" bigint not null,
  "storeId" bigint not null,
  quantite integer not null check (quantite >= 0),
  primary key ("ordreId", "productId", "storeId")
);

-- The delivery slip of an order, written once.
create table logistics.bordereau (
  id bigint generated always as identity primary key,
  "ordreId" text not null unique,
  "clientId" text not null,
  "adresseLivraison" json,
  articles json not null,
  statut text not null check (statut in ('a_preparer', 'incomplet', 'annule')),
  "createdAt" timestamptz not null
);
