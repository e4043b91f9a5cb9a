-- What any supplier calls a product finds it: what is known is read anew from the reference area, page by page.
-- At most 1000 rows: one for each time that it was done.
update catalogue.reconstruction set apres = 0 where "finieLe" is null;
insert into catalogue.reconstruction ("demandeeLe")
select "lastSync" from catalogue.synchronisation where "lastSync" is not null on conflict do nothing;
