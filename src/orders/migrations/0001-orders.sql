create table orders.commande (
  "ordreId" text primary key,
  statut text not null,
  -- The CLI_ identifier where there is one, whichever way the customer was named.
  "clientId" text not null,
  "montantTotalCents" bigint not null check ("montantTotalCents" >= 0),
  -- As they were sent, and as the hand-over and the reservation need them.
  articles json not null,
  lignes json not null,
  "adresseLivraison" json not null,
  "clientInfo" json not null,
  "transactionId" text,
  "authorizationId" text,
  -- How often a payment or its link was begun: tells a release that another payment came in between.
  encaissements integer not null default 0,
  "reserveeJusque" timestamptz,
  -- The first time of each; what happens once happens when it is set.
  "confirmeeLe" timestamptz,
  "expedieeLe" timestamptz,
  "livreeLe" timestamptz,
  "stockRenduLe" timestamptz,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create unique index commande_transaction on orders.commande ("transactionId") where "transactionId" is not null;
create index on orders.commande ("clientId", "createdAt", "ordreId");

create table orders.changement_statut (
  id bigint generated always as identity primary key,
  "ordreId" text not null references orders.commande,
  statut text not null,
  "trackingNumber" text,
  commentaire text,
  "createdAt" timestamptz not null
);
create index on orders.changement_statut ("ordreId", id);

-- What orders knows of the promotions, from their announcements. Deleted ones stay, so that a late message about an
-- earlier version does not bring them back.
create table orders.promotion (
  id bigint primary key,
  version bigint not null,
  promotion json not null,
  supprimee boolean not null,
  "dateFin" timestamptz not null
);
create index on orders.promotion ("dateFin", id) where not supprimee;

-- Rises with every change of the table above: what each process compares its prepared promotions with.
create table orders.promotions_version (
  id boolean primary key default true check (id),
  version bigint not null
);
insert into orders.promotions_version (version) values (1);
