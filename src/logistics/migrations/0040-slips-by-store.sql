-- A slip for each store that serves an order; the store is null where none does. Slips were written one an order: those
-- whose goods all come from one store are that store's.
alter table logistics.bordereau
  add column "storeId" bigint,
  add column "trackingNumber" text,
  drop constraint "bordereau_ordreId_key",
  drop constraint bordereau_statut_check,
  add constraint bordereau_statut_check
    check (statut in ('a_preparer', 'incomplet', 'prepare', 'expedie', 'livre', 'annule'));
update logistics.bordereau set "storeId" = (
  select min(article->>'storeId')::bigint from json_array_elements(articles) as article
  where article->>'storeId' is not null having count(distinct article->>'storeId') = 1);
create unique index bordereau_commande on logistics.bordereau ("ordreId", coalesce("storeId", 0));
create index on logistics.bordereau (statut, id);
create index on logistics.bordereau ("storeId", statut, id);

-- What orders last said of an order, which may be before its slips are written. `version` rises with each change.
create table logistics.commande_suivie (
  "ordreId" text primary key,
  statut text not null,
  "trackingNumber" text,
  version bigint not null
);
