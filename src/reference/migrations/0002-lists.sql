-- Newest first, and what changed since: the two sorts that every record has. Each costs an import of products 2 microseconds
-- a row of 50; an index of trigrams over the names cost 45 and was left out.
create index produit_creation on reference.produit ("createdAt", id) where "deletedAt" is null;
create index produit_changement on reference.produit ("updatedAt", id) where "deletedAt" is null;

-- Products are counted by brand and status too, each field under a name of its own.
update reference.compteur set ressource = 'produits.categoriesCles' where ressource = 'produits' and cle <> '';
insert into reference.compteur (ressource, cle, fragment, nom, nombre)
select 'produits.marque', marque, 0, marque, count(*) from reference.produit
  where "deletedAt" is null and marque is not null group by marque
union all
select 'produits.statutProduit', "statutProduit", 0, "statutProduit", count(*) from reference.produit
  where "deletedAt" is null group by "statutProduit";
