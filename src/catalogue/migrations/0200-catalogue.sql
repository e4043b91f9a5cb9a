-- == Products

-- What a product is shown by, and what lists are sorted and narrowed by. A deleted product leaves its version behind, so that a
-- late message about it does not bring it back.
create table catalogue.produit (
  id bigint primary key,
  version integer not null,
  -- Listed: active and not deleted.
  actif boolean not null,
  supprime boolean not null,
  -- Keys of the category path and of the brand.
  categorie text not null,
  marque text not null,
  prix integer not null,
  tri text collate "C" not null,
  -- Whether any store has some of it, or none keeps count of it.
  "enStock" boolean not null default true,
  -- Its ean and what its suppliers call it, as they are compared.
  identifiants text[] not null,
  "prixDAchatFournisseurCents" integer,
  -- The product as it is answered, but for its purchase price.
  document json not null
) with (fillfactor = 90);
create index produit_liste on catalogue.produit (id) where actif;
create index produit_identifiants on catalogue.produit using gin (identifiants) where actif;

-- What listed products are found by. Half of them stand in part 0, a quarter in part 1 and so on: a search shows a thousand
-- products at most, and looks for common words in no more parts than hold a thousand. Two words that 430,000 and 530,000 of a
-- million products have took 100 ms to be compared; of one product in 64 they take 2. The parts go by what the eans make, not
-- by ids: after every import they are the same. Each keeps its rows together, so that 2,000 of a small part take few pages.
create table catalogue.recherche (
  id bigint not null,
  part integer not null,
  -- Where it stands among its equals, the least first: accessories last, then short names first, then by its ean.
  rang integer not null,
  -- What tells which products come first: behind `+` the words of name, brand and categories, behind `*` those of the name,
  -- behind `=` those that say what it is. It stands before the others: of most products that match, nothing else is read.
  titre tsvector not null,
  -- Every word that it has, and behind a slash the families that it is in.
  mots tsvector not null,
  primary key (id, part)
) partition by list (part);
create table catalogue.recherche_0 partition of catalogue.recherche for values in (0) with (fillfactor = 90);
create table catalogue.recherche_1 partition of catalogue.recherche for values in (1) with (fillfactor = 90);
create table catalogue.recherche_2 partition of catalogue.recherche for values in (2) with (fillfactor = 90);
create table catalogue.recherche_3 partition of catalogue.recherche for values in (3) with (fillfactor = 90);
create table catalogue.recherche_4 partition of catalogue.recherche for values in (4) with (fillfactor = 90);
create table catalogue.recherche_5 partition of catalogue.recherche for values in (5) with (fillfactor = 90);
create table catalogue.recherche_6 partition of catalogue.recherche for values in (6) with (fillfactor = 90);
create table catalogue.recherche_7 partition of catalogue.recherche for values in (7) with (fillfactor = 90);
create table catalogue.recherche_8 partition of catalogue.recherche for values in (8) with (fillfactor = 90);
create table catalogue.recherche_9 partition of catalogue.recherche for values in (9) with (fillfactor = 90);
create index recherche_mots on catalogue.recherche using gin (mots);

-- == Words

-- Every word and family with the number of listed products that it names, and of those that have it anywhere.
create table catalogue.mot (
  mot text collate "C" primary key,
  "nombreNom" integer not null,
  "nombreTexte" integer not null
) with (fillfactor = 50);
-- Typos are not looked for among the words that stand for families and for what products are. Without a list of pending entries:
-- the planner counts it against the index, and then compared 7,000 words in 13 ms where the index takes 0.2.
create index mot_trigrammes on catalogue.mot using gin (mot gin_trgm_ops) with (fastupdate = off) where mot ~ '^[^/=]';

-- Each word, as it is kept and as people write it, whole and with one letter left out. Two words that differ by one letter
-- missing, added, replaced or swapped with its neighbour have such a remainder in common. Words are kept without the ending of
-- their plural, and compared with what people write too: `battery`, `branche`.
create table catalogue.reste (
  reste text collate "C" not null,
  mot text collate "C" not null,
  primary key (reste, mot)
);

-- == Lists

-- The listed products of each aisle, in each of the orders that a list can have: of all products, of a family and of a brand.
-- A product stands in seven, so that an aisle is a key of 52 bits here, made of its name.
create table catalogue.rayon (
  rayon bigint not null,
  produit bigint not null,
  -- The aisle of its brand, where it has one.
  marque bigint,
  prix integer not null,
  "enStock" boolean not null,
  tri text collate "C" not null,
  primary key (rayon, produit)
) with (fillfactor = 90);
create index rayon_prix on catalogue.rayon (rayon, prix, produit);
create index rayon_tri on catalogue.rayon (rayon, tri, produit);

-- How category paths and brands are written, by what they are compared by.
create table catalogue.libelle (
  genre text not null check (genre in ('categorie', 'marque')),
  cle text collate "C" not null,
  libelle text not null,
  primary key (genre, cle)
);

-- Kept counts. Of all products, of those listed, of those by each 4,096 ids (`tranche`), by category path and by brand; and of
-- the categories and of the brands that have any.
create table catalogue.compteur (
  genre text not null check (genre in ('tous', 'listes', 'tranche', 'categorie', 'marque', 'categories', 'marques')),
  cle text not null,
  nombre bigint not null,
  primary key (genre, cle)
) with (fillfactor = 50);

-- Whether a store can sell some of a product, as logistics last announced it. `vuLe`: when this was heard of.
create table catalogue.stock (
  produit bigint not null,
  magasin bigint not null,
  version integer not null,
  disponible boolean not null,
  "vuLe" timestamptz not null,
  primary key (produit, magasin)
) with (fillfactor = 90);

-- == In step with the other areas

create table catalogue.synchronisation (
  id boolean primary key default true check (id),
  "lastSync" timestamptz,
  -- How many products reference had, and how many were known here, when they were last compared: what moves is not behind.
  existants bigint,
  connus bigint,
  -- When what can be sold was last read whole from logistics; null: it is to be.
  "stocksLusLe" timestamptz
);

-- Each time that the read model was read anew from the reference area, up to which product it has come; one at a time.
create table catalogue.reconstruction (
  id bigint generated always as identity primary key,
  apres bigint not null default 0,
  produits integer not null default 0,
  "demandeeLe" timestamptz not null,
  "finieLe" timestamptz
);
create unique index reconstruction_en_cours on catalogue.reconstruction ((true)) where "finieLe" is null;
