-- A customer's declaration to withdraw from an order or a part of it. It has effects once it is confirmed (`recuLe`).
create table orders.retractation (
  id bigint generated always as identity primary key,
  -- The SHA-256 of the token that confirms it.
  jeton bytea not null unique,
  -- As declared: such an order need not exist. `articles` is null for the whole order.
  "ordreId" text not null,
  nom text not null,
  courriel text not null,
  articles json,
  "createdAt" timestamptz not null,
  -- Null until it is confirmed, as are the columns below.
  "recuLe" timestamptz,
  "aRembourserAvant" timestamptz,
  statut text check (statut in ('acceptee', 'a_verifier', 'refusee', 'remboursee')),
  motif text,
  "commandeConnue" boolean,
  -- The units of articles of the order that it concerns, as [{articleId, quantite}], and whether they are all of them.
  unites json,
  entiere boolean,
  check (("recuLe" is null) = (statut is null))
);
create index on orders.retractation ("ordreId", id);
create index on orders.retractation (lower(courriel));
create index retractation_liste on orders.retractation ("aRembourserAvant", id) where statut is not null;
create index retractation_statut on orders.retractation (statut, "aRembourserAvant", id) where statut is not null;
create index retractation_passagere on orders.retractation ("createdAt")
  where "recuLe" is null or not "commandeConnue";

-- The withdrawal that a return belongs to.
alter table orders.retour add column "retractationId" bigint;
