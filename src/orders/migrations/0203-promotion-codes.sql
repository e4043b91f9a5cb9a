-- Codes through which promotions apply that do not apply by themselves.
create table orders.code_promotion (
  id bigint generated always as identity primary key,
  code text not null,
  -- The code as codes are compared: its letters and digits, in capitals.
  cle text not null,
  "promotionId" bigint not null,
  -- Null: without limit.
  "utilisationsMax" bigint check ("utilisationsMax" > 0),
  "utilisationsParClient" bigint check ("utilisationsParClient" > 0),
  "dateFin" timestamptz,
  -- The number of its rows in orders.utilisation_code.
  utilisations bigint not null default 0,
  -- Of the codes that one call generated.
  "lotId" uuid,
  "createdAt" timestamptz not null,
  "revoqueLe" timestamptz
);
create unique index code_promotion_cle on orders.code_promotion (cle);
create index on orders.code_promotion ("promotionId", id);
create index on orders.code_promotion ("lotId", id) where "lotId" is not null;
create index code_promotion_recherche on orders.code_promotion using gin (cle gin_trgm_ops);

-- The uses that orders hold. An unpaid order holds its uses until the later of two times: the end of its time to pay, which
-- links prolong, and the time by which its latest payment has ended. Both are null once they are held for good.
create table orders.utilisation_code (
  "ordreId" text not null references orders.commande,
  "codeId" bigint not null references orders.code_promotion,
  "expireLe" timestamptz,
  "paiementJusque" timestamptz,
  primary key ("ordreId", "codeId")
);
create index utilisation_code_fin on orders.utilisation_code (greatest("expireLe", "paiementJusque"), "codeId");

-- The codes that lowered the total, as [{id, code, promotionId, montantCents, parClient}]; null where the order named none.
alter table orders.commande add column codes json;
