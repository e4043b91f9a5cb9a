-- The read model anew, for searching among a million products. What it held comes back from the reference area: an empty
-- read model is rebuilt by itself.
drop table catalogue.produit, catalogue.mot, catalogue.reste, catalogue.compteur;
delete from catalogue.synchronisation;

-- What a product is found by. Narrow, because a search looks at up to a thousand of them. A deleted product leaves its
-- version behind, so that a late message about it does not bring it back.
create table catalogue.produit (
  id bigint primary key,
  version integer not null,
  -- Listed: active and not deleted.
  actif boolean not null,
  supprime boolean not null,
  -- Keys of the category path and of the brand.
  categorie text not null,
  marque text not null,
  -- Words of the name (A), brand (B) and categories (C), and the families that it is in, each behind a slash (D).
  nom tsvector not null
) with (fillfactor = 90);
create index produit_liste on catalogue.produit (id) where actif;
create index produit_nom on catalogue.produit using gin (nom) where actif;
-- One product in 8, and one in 64, once more: a search shows a thousand products at most. Two words that 430,000 and 530,000
-- of a million products have took 100 ms to be compared; of one in 64 they take 2.
create index produit_nom_8 on catalogue.produit using gin (nom) where actif and id % 8 = 0;
create index produit_nom_64 on catalogue.produit using gin (nom) where actif and id % 64 = 0;

-- What a product is shown by, and every word that it can be found by while it is listed, those of the description too.
create table catalogue.fiche (
  id bigint primary key,
  -- The product as it is answered, but for its purchase price.
  document json not null,
  "prixDAchatFournisseurCents" integer,
  texte tsvector
) with (fillfactor = 90);
create index fiche_texte on catalogue.fiche using gin (texte) where texte is not null;
create index fiche_texte_8 on catalogue.fiche using gin (texte) where texte is not null and id % 8 = 0;
create index fiche_texte_64 on catalogue.fiche using gin (texte) where texte is not null and id % 64 = 0;

-- The listed products of each family, in the order of their creation.
create table catalogue.famille (
  famille text collate "C" not null,
  produit bigint not null,
  primary key (famille, produit)
);

-- Every word and family with the number of listed products that it names, and of those that have it anywhere.
create table catalogue.mot (
  mot text collate "C" primary key,
  "nombreNom" integer not null,
  "nombreTexte" integer not null
) with (fillfactor = 50);
-- Without a list of pending entries: the planner counts it against the index, and then compared 7,000 words in 13 ms
-- where the index takes 0.2.
create index mot_trigrammes on catalogue.mot using gin (mot gin_trgm_ops) with (fastupdate = off)
  where mot not like '/%';

-- Each word, whole and with one letter left out. Two words that differ by one letter missing, added, replaced or swapped
-- with its neighbour have such a remainder in common.
create table catalogue.reste (
  reste text collate "C" not null,
  mot text collate "C" not null,
  primary key (reste, mot)
);

-- Kept counts. Of all products, of those listed, by category path and by brand; and of the categories and of the brands
-- that have any.
create table catalogue.compteur (
  genre text not null check (genre in ('tous', 'listes', 'categorie', 'marque', 'categories', 'marques')),
  cle text not null,
  nombre bigint not null,
  primary key (genre, cle)
) with (fillfactor = 50);

-- Each time that the read model was read anew from the reference area, up to which product it has come; one at a time.
create table catalogue.reconstruction (
  id bigint generated always as identity primary key,
  apres bigint not null default 0,
  produits integer not null default 0,
  "demandeeLe" timestamptz not null,
  "finieLe" timestamptz
);
create unique index reconstruction_en_cours on catalogue.reconstruction ((true)) where "finieLe" is null;
