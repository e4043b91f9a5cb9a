-- A product that is deleted leaves the lists of what goes with the others; it did not until now.
update reference.produit p set "produitsComplementairesIds" = array(
    select other from unnest("produitsComplementairesIds") with ordinality as kept (other, place)
    where not exists (select from reference.produit d where d.id = other and d."deletedAt" is not null)
    order by place)
  where "deletedAt" is null and exists (
    select from unnest("produitsComplementairesIds") other
    join reference.produit d on d.id = other and d."deletedAt" is not null);
create index produit_supprime on reference.produit (id) where "deletedAt" is not null;
