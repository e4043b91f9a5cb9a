-- The catalogue's own picture of each product. A deleted product leaves its version behind, so that a late message about
-- it does not bring it back.
create table catalogue.produit (
  id bigint primary key,
  version integer not null,
  -- Listed: active and not deleted.
  actif boolean not null,
  supprime boolean not null,
  -- Keys of the category path and of the brand, and of each category that the product is in.
  categorie text not null,
  marque text not null,
  familles text[] not null,
  -- The product as it is answered, but for its purchase price.
  document json not null,
  "prixDAchatFournisseurCents" integer,
  -- Words of the name (A), brand (B) and categories (C); and all of them with those of the description (D).
  "vecteurNom" tsvector not null,
  vecteur tsvector not null
);
create index produit_liste on catalogue.produit (id) where actif;
create index produit_familles on catalogue.produit using gin (familles) where actif;
create index produit_vecteur_nom on catalogue.produit using gin ("vecteurNom") where actif;
create index produit_vecteur on catalogue.produit using gin (vecteur) where actif;

-- Every word that products have been described with.
create table catalogue.mot (
  mot text collate "C" primary key
);
-- Without a list of pending entries: the planner counts it against the index, and then compared 7,000 words in 13 ms
-- where the index takes 0.2.
create index mot_trigrammes on catalogue.mot using gin (mot gin_trgm_ops) with (fastupdate = off);

-- Each word, whole and with one letter left out. Two words that differ by one letter missing, added, replaced or swapped
-- with its neighbour have such a remainder in common.
create table catalogue.reste (
  reste text collate "C" not null,
  mot text collate "C" not null,
  primary key (reste, mot)
);

-- Kept counts: of all products, of those listed, by category path, by brand, and of those listed by family.
create table catalogue.compteur (
  genre text not null check (genre in ('tous', 'listes', 'categorie', 'marque', 'famille')),
  cle text not null,
  nombre bigint not null,
  primary key (genre, cle)
) with (fillfactor = 50);

create table catalogue.synchronisation (
  id boolean primary key default true check (id),
  "lastSync" timestamptz not null
);
