-- The earlier prices and category paths of a product, and its creation; null until reference announces them.
alter table catalogue.produit add column historique json;

-- The periods in which promotions lower prices for everybody, as published. Promotions without any are stored too: the copy is
-- compared with the promotions area by counts and sums of versions.
create table catalogue.promotion (
  id bigint primary key,
  version bigint not null,
  reductions json not null
);
create index promotion_versions on catalogue.promotion (id) include (version);

-- Rises with every change of the table above. Processes compare their indexed reductions with it.
create table catalogue.promotions_version (
  id boolean primary key default true check (id),
  version bigint not null
);
insert into catalogue.promotions_version (version) values (1);

-- Known products are read again once, for their prices. The check of each minute continues this rebuild.
insert into catalogue.reconstruction ("demandeeLe")
  select "lastSync" from catalogue.synchronisation where "lastSync" is not null on conflict do nothing;
