-- Delivery methods. `utilise` is set by the transaction that inserts the first order with the method, and never reset.
create table orders.mode_livraison (
  code text primary key,
  nom text not null,
  description text,
  type text not null check (type in ('domicile', 'relais', 'retrait')),
  zones json not null,
  tarifs json not null,
  "offertDesCents" bigint,
  "delaiJours" json,
  "suiviUrl" text,
  "tauxTva" numeric(5, 2),
  actif boolean not null,
  utilise boolean not null default false,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);

-- The terms of the order's delivery method as they were when it was placed; null without a method.
alter table orders.commande add column "conditionsLivraison" json;

-- The part of the refund that is for delivery, contained in `montantCents`.
alter table orders.retour add column "livraisonCents" bigint not null default 0;
