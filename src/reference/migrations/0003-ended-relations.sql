-- Relations that were taken back. They lie here and not among the others, so that no read has to leave them out and the
-- same two can be related again.
create table reference.produit_fournisseur_fin (
  like reference.produit_fournisseur,
  "deletedAt" timestamptz not null,
  primary key (id)
);
