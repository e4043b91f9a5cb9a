-- Fields of part 2.5. In every table of records `version` rises by one with each change of a record, and `mots` are the words
-- that it is searched by, each compared from its beginning. An index of trigrams instead took 190 of the 220 microseconds that
-- a product of an import cost, and a search by it had to read the text of every candidate.

-- == Products

create table reference.produit (
  id bigint generated always as identity primary key,
  ean text not null,
  nom text not null,
  -- Lists sort text without case and accents, by code points whatever the database's language is. The key is kept: to work it
  -- out for each of the 100,000 records that a filter leaves took seconds.
  "nomTri" text collate "C" not null generated always as (plain(nom)) stored,
  "prixDeVenteCents" integer not null check ("prixDeVenteCents" >= 0),
  -- VAT in percent, contained in the price. A double gives a decimal of two places back as it was written.
  "tauxTva" double precision not null default 20 check ("tauxTva" between 0 and 100),
  description text,
  "photosUrls" text[],
  categories text not null,
  "categoriesTri" text collate "C" not null generated always as (plain(categories)) stored,
  "categoriesCles" text[] not null,
  marque text,
  "marqueTri" text collate "C" generated always as (plain(marque)) stored,
  poids text,
  couleurs text,
  dimensions text,
  "caracteristiquesTechniques" text,
  "dureeGarantie" integer,
  "statutProduit" text not null,
  "documentationUrl" text,
  "dateFinReapprovisionnement" text collate "C",
  "dateFinDeVie" text collate "C",
  "produitsComplementairesIds" integer[],
  mots tsvector not null,
  version integer not null default 1,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz
);
create unique index produit_ean on reference.produit (ean) where "deletedAt" is null;
create index produit_liste on reference.produit (id) where "deletedAt" is null;
create index produit_supprime on reference.produit (id) where "deletedAt" is not null;
create index produit_categories on reference.produit using gin ("categoriesCles") where "deletedAt" is null;
create index produit_mots on reference.produit using gin (mots) where "deletedAt" is null;

-- Filters compare an ean as text, without case, and ask for it. It is included as it is written, for only so is an index on an
-- expression read alone.
create index produit_ean_simple on reference.produit (plain(ean) collate "C", id) include (ean)
  where "deletedAt" is null;

-- What goes with a product is asked for by few.
create index produit_complementaires on reference.produit using gin ("produitsComplementairesIds")
  where "deletedAt" is null and "produitsComplementairesIds" is not null;

-- What products of one brand or status are filtered and sorted by as well stands in the same index, so that a hundred
-- thousand of them are looked through without their rows: 40 ms instead of 700.
create index produit_marque on reference.produit (marque, id)
  include ("prixDeVenteCents", "statutProduit", "nomTri") where "deletedAt" is null;
create index produit_statut on reference.produit ("statutProduit", id)
  include ("prixDeVenteCents", marque, "marqueTri", "nomTri") where "deletedAt" is null;

-- The fields that lists are sorted by, or filtered by their extent. Long texts have none: see decision 18. Each costs an import
-- of products 2 microseconds a row of 50; an index of trigrams over the names cost 45 and was left out.
create index produit_creation on reference.produit ("createdAt", id) where "deletedAt" is null;
create index produit_changement on reference.produit ("updatedAt", id) where "deletedAt" is null;
create index produit_nom on reference.produit ("nomTri", id) where "deletedAt" is null;
create index produit_prix on reference.produit ("prixDeVenteCents", id) where "deletedAt" is null;
create index produit_taux_tva on reference.produit ("tauxTva", id) where "deletedAt" is null;
create index produit_chemin on reference.produit ("categoriesTri", id) where "deletedAt" is null;
create index produit_marque_tri on reference.produit ("marqueTri", id) where "deletedAt" is null;
create index produit_garantie on reference.produit ("dureeGarantie", id) where "deletedAt" is null;
create index produit_reapprovisionnement on reference.produit ("dateFinReapprovisionnement", id)
  where "deletedAt" is null;
create index produit_fin_de_vie on reference.produit ("dateFinDeVie", id) where "deletedAt" is null;

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

-- == Suppliers

create table reference.fournisseur (
  id bigint generated always as identity primary key,
  "nomLegal" text not null,
  "codeFournisseur" text not null,
  siret text,
  adresse text,
  email text,
  telephone text,
  interlocuteurs text[],
  "documentsContractuelUrls" text[],
  statut text not null,
  "statutContractuel" text not null,
  mots tsvector not null,
  version integer not null default 1,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz
);
create unique index fournisseur_code on reference.fournisseur ("codeFournisseur") where "deletedAt" is null;
create index fournisseur_liste on reference.fournisseur (id) where "deletedAt" is null;
create index fournisseur_mots on reference.fournisseur using gin (mots) where "deletedAt" is null;
create index fournisseur_adresse on reference.fournisseur
  using gin (plain(adresse) gin_trgm_ops) where "deletedAt" is null;

-- The price and terms at which a supplier sells a product.
create table reference.produit_fournisseur (
  id bigint generated always as identity primary key,
  "produitId" bigint not null references reference.produit,
  "fournisseurId" bigint not null references reference.fournisseur,
  "prixFournisseurCents" integer check ("prixFournisseurCents" >= 0),
  "delaiLivraisonJours" integer,
  "quantiteMinimaleCommande" integer,
  "referenceFournisseur" text,
  packaging integer,
  "statutRelation" text not null,
  version integer not null default 1,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create unique index produit_fournisseur_paire on reference.produit_fournisseur ("produitId", "fournisseurId");
create index on reference.produit_fournisseur ("fournisseurId", "produitId");
create index on reference.produit_fournisseur ("referenceFournisseur");

-- Relations that were taken back; their rows are moved here whole. They lie here and not among the others, so that no read has
-- to leave them out and the same two can be related again.
create table reference.produit_fournisseur_fin (
  like reference.produit_fournisseur,
  "deletedAt" timestamptz not null,
  primary key (id)
);

-- == Warehouses and stores

create table reference.entrepot (
  id bigint generated always as identity primary key,
  nom text not null,
  adresse text not null,
  statut text not null,
  "typeEntrepot" text not null,
  "estGrosVolume" boolean not null,
  horaires text,
  "capaciteStockage" integer,
  "capaciteLogistique" integer,
  "rolesLogistiques" text[],
  "zoneGeographiqueDesservie" text,
  "responsableLogistique" text,
  mots tsvector not null,
  version integer not null default 1,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz
);
create index entrepot_liste on reference.entrepot (id) where "deletedAt" is null;
create index entrepot_mots on reference.entrepot using gin (mots) where "deletedAt" is null;

create table reference.magasin (
  id bigint generated always as identity primary key,
  nom text not null,
  adresse text not null,
  statut text not null,
  type text not null,
  "servicesDisponibles" text[] not null,
  horaires text,
  responsable text,
  "surfaceVente" integer,
  "capaciteDAccueil" integer,
  mots tsvector not null,
  version integer not null default 1,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz
);
create index magasin_liste on reference.magasin (id) where "deletedAt" is null;
create index magasin_mots on reference.magasin using gin (mots) where "deletedAt" is null;

-- == Counts

-- How many records there are that are not deleted: of a resource in all (cle ''), and of products by each category, brand and
-- status and by their categories as they are written (ressource 'produits.marque'). A count is the sum of its fragments: each
-- connection adds to one of its own, so that writers do not queue for one row.
create table reference.compteur (
  ressource text not null,
  cle text not null,
  fragment smallint not null,
  nom text not null,
  nombre bigint not null,
  primary key (ressource, cle, fragment)
) with (fillfactor = 50);
