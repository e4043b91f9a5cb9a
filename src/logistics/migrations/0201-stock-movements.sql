-- Each change of the physical stock, written by the statement of the change, so that the two cannot disagree. No foreign key:
-- a preparation writes one row for each line.
create table logistics.mouvement (
  id bigint generated always as identity primary key,
  "productId" bigint not null,
  "storeId" bigint not null,
  nature text not null check (
    nature in ('comptage', 'correction', 'reassort', 'preparation', 'annulation', 'retour', 'transfert')),
  -- The difference, and the physical stock after it.
  quantite integer not null,
  "stockApres" integer not null,
  -- The order of a preparation, cancellation or return; the other store of a transfer.
  reference text,
  motif text,
  -- The key or the member of staff; null for the platform itself.
  auteur text,
  "createdAt" timestamptz not null
);
create index mouvement_produit on logistics.mouvement ("storeId", "productId", id desc);
