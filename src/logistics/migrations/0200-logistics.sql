-- == Stocks

-- What a store has of a product and how much of it is promised to orders. `quantite` is what a count would find, so it may
-- fall below `reserve`; what can be sold is the difference, never below zero. No index stands on what changes with each order,
-- so that rows are rewritten in place.
create table logistics.stock (
  id bigint generated always as identity primary key,
  "productId" bigint not null,
  "storeId" bigint not null,
  -- The row's place in its store, from 1 and without gaps: pages are read by it, and the last one is the total.
  rang integer not null,
  quantite integer not null check (quantite >= 0),
  reserve integer not null default 0 check (reserve >= 0),
  -- From how many that can be sold downwards the store wants more of the product; null: nobody has said.
  seuil integer check (seuil >= 0),
  -- Rises with each change of what can be sold, so that a late or repeated announcement can be told.
  version integer not null default 0,
  -- Set when reference has deleted the product: the row is no longer listed.
  supprime boolean not null default false,
  "updatedAt" timestamptz not null,
  unique ("productId", "storeId"),
  unique ("storeId", rang)
) with (fillfactor = 80);
-- The places in a store that its pages pass over.
create index stock_supprime on logistics.stock ("storeId", rang) where supprime;
create index stock_avec_seuil on logistics.stock ("storeId", rang) where seuil is not null and not supprime;

-- How many rows of stock a store has; locked by whoever adds one.
create table logistics.magasin (
  "storeId" bigint primary key,
  lignes integer not null
);

-- Products that reference has deleted. Orders that hold them are still served.
create table logistics.produit_supprime (
  "productId" bigint primary key
);

-- == Orders

create table logistics.reservation (
  "ordreId" text primary key,
  statut text not null check (statut in ('active', 'liberee', 'expiree', 'prelevee', 'annulee')),
  "expireLe" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index on logistics.reservation ("expireLe") where statut = 'active';

-- What an order holds of which stock: promised while its reservation is active, taken once it is prelevee. A line is written by
-- the statement that writes or locks its reservation, and reservations are never deleted: a foreign key would cost a sale a
-- tenth of a millisecond for each line and could find nothing.
create table logistics.ligne (
  "ordreId" text not null,
  "productId" bigint not null,
  "storeId" bigint not null,
  quantite integer not null check (quantite >= 0),
  primary key ("ordreId", "productId", "storeId")
);

-- A delivery slip for each store that serves an order; the store is null where none does.
create table logistics.bordereau (
  id bigint generated always as identity primary key,
  "ordreId" text not null,
  "clientId" text not null,
  "storeId" bigint,
  -- Whether the goods are handed over in the store, not sent.
  retrait boolean not null default false,
  "adresseLivraison" json,
  articles json not null,
  statut text not null check (statut in ('a_preparer', 'incomplet', 'prepare', 'expedie', 'livre', 'annule')),
  "trackingNumber" text,
  "createdAt" timestamptz not null,
  -- Null for one that has not changed since it was written.
  "updatedAt" timestamptz
);
create unique index bordereau_commande on logistics.bordereau ("ordreId", coalesce("storeId", 0));
create index on logistics.bordereau ("clientId");
create index on logistics.bordereau (statut, id);
create index on logistics.bordereau ("storeId", statut, id);

-- What orders last said of an order, which may be before its slips are written.
create table logistics.commande_suivie (
  "ordreId" text primary key,
  statut text not null,
  "trackingNumber" text,
  -- Rises with each change.
  version bigint not null,
  -- The number of the last change that took the order back, among those that its slips have followed.
  correction bigint not null default 0
);

-- Orders whose customer was erased. Their preparation may still be asked for, with the address in the message: the slip is
-- then written without it.
create table logistics.commande_effacee (
  "ordreId" text primary key,
  pseudonyme text not null
);

-- Goods that came back, once a return. `remisLe` is set when they are in the stock again: not before their order was prepared.
create table logistics.retour (
  "retourId" bigint primary key,
  "ordreId" text not null,
  articles json not null,
  "createdAt" timestamptz not null,
  "remisLe" timestamptz
);
create index on logistics.retour ("ordreId");

-- == Repairs

-- What the after-sales application sends to us for repair. Texts are null once their customer has been erased.
create table logistics.fiche_reparation (
  id bigint generated always as identity primary key,
  "ticketId" text not null unique,
  "idClient" text not null,
  "idProduit" text,
  motif text,
  origine text,
  "adresseClient" text,
  -- Where the goods came from and where they are mended, as far as it was known when the sheet was opened.
  "magasinId" bigint,
  "entrepotId" bigint,
  "bordereauId" bigint,
  -- How far the repair is: the event of its ticket that happened last. Kept, so that open repairs are found without looking at
  -- the events of all.
  statut text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index on logistics.fiche_reparation ("idClient");
create index on logistics.fiche_reparation (statut, id);
create index fiche_reparation_en_cours on logistics.fiche_reparation (id) where statut is distinct from 'EXPEDIE_CLIENT';

-- How a repair comes on. A ticket need not have a sheet of ours. `transmisLe`: when the after-sales application took it.
create table logistics.evenement_reparation (
  id bigint generated always as identity primary key,
  "ticketId" text not null,
  event text not null check (event in ('ARRIVE_DEPOT', 'EN_REPARATION', 'REPARATION_OK', 'EXPEDIE_CLIENT')),
  at timestamptz not null,
  "createdAt" timestamptz not null,
  "transmisLe" timestamptz,
  essais integer not null default 0,
  "prochainEssai" timestamptz not null,
  "derniereErreur" text,
  unique ("ticketId", at, event)
);
-- The next ones to send, and whether an older one of the ticket is still to be sent.
create index on logistics.evenement_reparation ("prochainEssai", id) where "transmisLe" is null;
create index on logistics.evenement_reparation ("ticketId", id) where "transmisLe" is null;
