-- Each payment of an order as payments has told of it, in whatever order its messages came. A free order has one of its own,
-- without a transaction. `commandeLe` is when the order was placed: lists by state of payment follow it.
create table orders.paiement (
  "ordreId" text not null,
  "transactionId" text not null,
  statut text not null,
  "montantCents" bigint not null,
  "rembourseCents" bigint not null default 0,
  "commandeLe" timestamptz not null,
  -- Null for a payment that failed.
  etat text generated always as (case
    when "rembourseCents" > 0 and "rembourseCents" >= "montantCents" then 'rembourse'
    when "rembourseCents" > 0 then 'rembourse_en_partie'
    when statut = 'en_attente' then 'en_attente'
    when statut in ('accepte', 'paye') then 'paye' end) stored,
  primary key ("ordreId", "transactionId")
);
create index on orders.paiement (etat, "commandeLe", "ordreId") where etat is not null;
insert into orders.paiement ("ordreId", "transactionId", statut, "montantCents", "commandeLe")
  select "ordreId", coalesce("transactionId", ''), 'accepte', "montantTotalCents", "createdAt"
  from orders.commande where "confirmeeLe" is not null;

-- What was given back of a payment, once a refund; `resteCents` is what was left of it then.
create table orders.remboursement (
  "remboursementId" text primary key,
  "ordreId" text not null,
  "transactionId" text not null,
  "montantCents" bigint not null,
  "resteCents" bigint not null,
  "createdAt" timestamptz not null
);
create index on orders.remboursement ("ordreId", "transactionId");

alter table orders.commande
  add column livraison text not null default 'domicile' check (livraison in ('domicile', 'retrait')),
  -- The store where a collected order is handed over.
  add column "magasinId" bigint,
  -- The stores that serve it or hand it over.
  add column magasins bigint[] not null default '{}',
  add column "trackingNumber" text,
  -- Set when its own customer cancelled it.
  add column "annulationClientLe" timestamptz,
  add check ((livraison = 'retrait') = ("magasinId" is not null));
update orders.commande set "trackingNumber" = told."trackingNumber" from (
  select distinct on ("ordreId") "ordreId", "trackingNumber" from orders.changement_statut
  where "trackingNumber" is not null order by "ordreId", id desc) as told
where told."ordreId" = commande."ordreId";

-- The staff's list: newest first, by amount, by state, by what may be searched for.
create index commande_liste on orders.commande ("createdAt", "ordreId");
create index commande_montant on orders.commande ("montantTotalCents", "createdAt", "ordreId");
create index commande_statut on orders.commande (statut, "createdAt", "ordreId");
create index commande_magasins on orders.commande using gin (magasins);
create index commande_suivi on orders.commande ("trackingNumber") where "trackingNumber" is not null;
create index commande_courriel on orders.commande (lower("clientInfo"->>'email')) where "clientInfo"->>'email' is not null;

-- How long an order is reserved stands in no index: to prolong it changes the row alone.
drop index orders.commande_reseau;
create index commande_reseau on orders.commande (reseau) where reseau is not null;
