-- What lists are sorted and narrowed by. Of what is known already the name is sorted as the reference area writes it until it is
-- read anew, which the last lines ask for.
alter table catalogue.produit
  add column prix integer not null default 0,
  add column tri text collate "C" not null default '',
  -- Whether any store has some of it, or none keeps count of it.
  add column "enStock" boolean not null default true;
update catalogue.produit p set prix = (document->>'prixDeVenteCents')::integer, tri = lower(left(document->>'nom', 200))
from catalogue.fiche f where f.id = p.id;

-- The listed products of each aisle, in each of the orders that a list can have: of all products (rayon is empty), of a
-- family (behind a slash) and of a brand (behind an equals sign).
create table catalogue.rayon (
  rayon text collate "C" not null,
  produit bigint not null,
  prix integer not null,
  tri text collate "C" not null,
  marque text not null,
  "enStock" boolean not null,
  primary key (rayon, produit)
) with (fillfactor = 90);
insert into catalogue.rayon (rayon, produit, prix, tri, marque, "enStock")
select aisle, id, prix, tri, marque, "enStock" from catalogue.produit, lateral (
  select '' union all select '=' || marque where marque <> ''
  union all select word from unnest(tsvector_to_array(nom)) word where word like '/%') as aisles (aisle)
where actif;
create index rayon_prix on catalogue.rayon (rayon, prix, produit);
create index rayon_tri on catalogue.rayon (rayon, tri, produit);
drop table catalogue.famille;

-- How category paths and brands are written, by what they are compared by.
create table catalogue.libelle (
  genre text not null check (genre in ('categorie', 'marque')),
  cle text collate "C" not null,
  libelle text not null,
  primary key (genre, cle)
);

-- Whether a store can sell some of a product, as logistics last announced it. `vuLe`: when this was heard of.
create table catalogue.stock (
  produit bigint not null,
  magasin bigint not null,
  version integer not null,
  disponible boolean not null,
  "vuLe" timestamptz not null,
  primary key (produit, magasin)
) with (fillfactor = 90);
-- When all of it was last read from logistics; null: it is to be.
alter table catalogue.synchronisation
  alter column "lastSync" drop not null,
  add column "stocksLusLe" timestamptz;

insert into catalogue.reconstruction ("demandeeLe")
select "lastSync" from catalogue.synchronisation on conflict do nothing;
