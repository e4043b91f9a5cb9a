-- Lists sort text without case and accents, by code points whatever the database's language is. The key is kept: to work it
-- out for each of the 100,000 records that a filter leaves took seconds.
alter table reference.produit
  add column "nomTri" text collate "C" not null generated always as (plain(nom)) stored,
  add column "categoriesTri" text collate "C" not null generated always as (plain(categories)) stored,
  add column "marqueTri" text collate "C" generated always as (plain(marque)) stored;

drop index reference.produit_nom;
create index produit_nom on reference.produit ("nomTri", id) where "deletedAt" is null;
drop index reference.produit_chemin;
create index produit_chemin on reference.produit ("categoriesTri", id) where "deletedAt" is null;
create index produit_marque_tri on reference.produit ("marqueTri", id) where "deletedAt" is null;

-- Of an ean filters ask as well. It is included as it is written, for only so is an index on an expression read alone.
drop index reference.produit_ean_simple;
create index produit_ean_simple on reference.produit (plain(ean) collate "C", id) include (ean)
  where "deletedAt" is null;

-- What products of one brand or status are sorted by besides.
drop index reference.produit_marque;
create index produit_marque on reference.produit (marque, id)
  include ("prixDeVenteCents", "statutProduit", "nomTri") where "deletedAt" is null;
drop index reference.produit_statut;
create index produit_statut on reference.produit ("statutProduit", id)
  include ("prixDeVenteCents", marque, "marqueTri", "nomTri") where "deletedAt" is null;

-- What is null comes last in either direction. An index that is read backward gives it first, so a column that may be null
-- has an index of its own for the falling order.
create index produit_marque_fin on reference.produit ("marqueTri" desc nulls last, id desc)
  where "deletedAt" is null;
create index produit_garantie_fin on reference.produit ("dureeGarantie" desc nulls last, id desc)
  where "deletedAt" is null;
create index produit_reapprovisionnement_fin on reference.produit ("dateFinReapprovisionnement" desc nulls last, id desc)
  where "deletedAt" is null;
create index produit_fin_de_vie_fin on reference.produit ("dateFinDeVie" desc nulls last, id desc)
  where "deletedAt" is null;
