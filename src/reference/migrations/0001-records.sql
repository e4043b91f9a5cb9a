-- Fields of part 2.5. `version` rises by one with each change of a record. `mots` are the words that it is searched by, each
-- compared from its beginning. An index of trigrams instead took 190 of the 220 microseconds that a product of an import
-- cost, and a search by it had to read the text of every candidate.
create table reference.produit (
  id bigint generated always as identity primary key,
  ean text not null,
  nom text not null,
  "prixDeVenteCents" integer not null check ("prixDeVenteCents" >= 0),
  description text,
  "photosUrls" text[],
  categories text not null,
  "categoriesCles" text[] not null,
  marque text,
  poids text,
  couleurs text,
  dimensions text,
  "caracteristiquesTechniques" text,
  "dureeGarantie" integer,
  "statutProduit" text not null,
  "documentationUrl" text,
  "dateFinReapprovisionnement" text,
  "dateFinDeVie" text,
  "produitsComplementairesIds" integer[],
  mots tsvector not null,
  version integer not null default 1,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz
);
create unique index produit_ean on reference.produit (ean) where "deletedAt" is null;
create index produit_liste on reference.produit (id) where "deletedAt" is null;
create index produit_nom on reference.produit (nom, id) where "deletedAt" is null;
create index produit_prix on reference.produit ("prixDeVenteCents", id) where "deletedAt" is null;
create index produit_marque on reference.produit (marque, id) where "deletedAt" is null;
create index produit_statut on reference.produit ("statutProduit", id) where "deletedAt" is null;
create index produit_categories on reference.produit using gin ("categoriesCles") where "deletedAt" is null;
create index produit_mots on reference.produit using gin (mots) where "deletedAt" is null;

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

-- How many records there are that are not deleted, in all (cle '') and in each category. A count is the sum of its
-- fragments: each connection adds to one of its own, so that writers do not queue for one row.
create table reference.compteur (
  ressource text not null,
  cle text not null,
  fragment smallint not null,
  nom text not null,
  nombre bigint not null,
  primary key (ressource, cle, fragment)
) with (fillfactor = 50);
