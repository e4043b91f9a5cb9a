-- Goods that came back, claimed as they are recorded and refunded right after: `termineLe` is set once the refund is made.
create table orders.retour (
  id bigint generated always as identity primary key,
  "ordreId" text not null references orders.commande,
  motif text,
  "remisEnStock" boolean not null,
  -- What is to be given back, and of which payment: null when nothing was paid.
  "montantCents" bigint not null,
  "transactionId" text,
  "remboursementId" text,
  "createdAt" timestamptz not null,
  "termineLe" timestamptz
);
create index on orders.retour ("ordreId", id);
create unique index retour_remboursement on orders.retour ("remboursementId") where "remboursementId" is not null;

create table orders.ligne_retour (
  "retourId" bigint not null references orders.retour,
  "articleId" text not null,
  quantite bigint not null check (quantite > 0),
  "montantCents" bigint not null,
  primary key ("retourId", "articleId")
);
