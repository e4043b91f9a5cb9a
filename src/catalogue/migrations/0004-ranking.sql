-- What a search ranks by, and exact numbers. `nom` has the words that say what a product is too, each behind `=`.
alter table catalogue.produit
  -- Where it stands among its equals, the least first: accessories last, then by its ean. Null until it is read anew.
  add column rang integer,
  -- Its ean and its sku, as they are compared.
  add column identifiants text[] not null default '{}';
alter table catalogue.fiche add column rang integer;
create index produit_identifiants on catalogue.produit using gin (identifiants) where actif;

-- Shares of the products by what their eans make, not by their ids: after every import they are the same.
drop index catalogue.produit_nom_8, catalogue.produit_nom_64, catalogue.fiche_texte_8, catalogue.fiche_texte_64;
create index produit_nom_2 on catalogue.produit using gin (nom) where actif and rang % 2 = 0;
create index produit_nom_4 on catalogue.produit using gin (nom) where actif and rang % 4 = 0;
create index produit_nom_8 on catalogue.produit using gin (nom) where actif and rang % 8 = 0;
create index produit_nom_16 on catalogue.produit using gin (nom) where actif and rang % 16 = 0;
create index produit_nom_32 on catalogue.produit using gin (nom) where actif and rang % 32 = 0;
create index produit_nom_64 on catalogue.produit using gin (nom) where actif and rang % 64 = 0;
create index produit_nom_128 on catalogue.produit using gin (nom) where actif and rang % 128 = 0;
create index produit_nom_256 on catalogue.produit using gin (nom) where actif and rang % 256 = 0;
create index fiche_texte_2 on catalogue.fiche using gin (texte) where texte is not null and rang % 2 = 0;
create index fiche_texte_4 on catalogue.fiche using gin (texte) where texte is not null and rang % 4 = 0;
create index fiche_texte_8 on catalogue.fiche using gin (texte) where texte is not null and rang % 8 = 0;
create index fiche_texte_16 on catalogue.fiche using gin (texte) where texte is not null and rang % 16 = 0;
create index fiche_texte_32 on catalogue.fiche using gin (texte) where texte is not null and rang % 32 = 0;
create index fiche_texte_64 on catalogue.fiche using gin (texte) where texte is not null and rang % 64 = 0;
create index fiche_texte_128 on catalogue.fiche using gin (texte) where texte is not null and rang % 128 = 0;
create index fiche_texte_256 on catalogue.fiche using gin (texte) where texte is not null and rang % 256 = 0;

-- Typos are not looked for among the words that stand for families and for what products are.
drop index catalogue.mot_trigrammes;
create index mot_trigrammes on catalogue.mot using gin (mot gin_trgm_ops) with (fastupdate = off) where mot ~ '^[^/=]';

-- Words are kept without the ending of their plural; a typo is compared with what people write too: `battery`, `branche`.
insert into catalogue.reste (reste, mot)
select distinct overlay(form placing '' from i for 1), mot
from (
  select mot, regexp_replace(mot, 'ie$', 'y') as form from catalogue.mot where mot ~ '[^aeiou]ie$'
  union all
  select mot, mot || 'e' from catalogue.mot where mot ~ '(ch|sh|ss|x)$'
  union all
  select mot, mot || 'x' from catalogue.mot where mot ~ '(au|eu|ou)$') forms,
  generate_series(1, length(form) + 1) i
where form ~ '^[[:alpha:]]{4,}$'
on conflict do nothing;

-- What is known is read anew from the reference area, page by page; until then it is found as before.
update catalogue.reconstruction set apres = 0 where "finieLe" is null;
insert into catalogue.reconstruction ("demandeeLe") select "lastSync" from catalogue.synchronisation on conflict do nothing;
