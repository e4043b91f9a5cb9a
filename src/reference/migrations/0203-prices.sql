-- The price and the category path of a product from each change of one of them on. With its first change, a product also gets
-- a row for its creation; a product without rows has had its present price since then. The catalogue needs both, to know what
-- a promotion has lowered.
create table reference.prix (
  "produitId" bigint not null references reference.produit,
  depuis timestamptz not null,
  "prixDeVenteCents" integer not null,
  categories text not null,
  primary key ("produitId", depuis)
);
