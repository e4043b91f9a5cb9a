-- From how many that can be sold downwards a store wants more of a product; null: nobody has said. No index stands on what
-- changes with each order, so that rows of stock are rewritten in place.
alter table logistics.stock add column seuil integer check (seuil >= 0);
create index stock_avec_seuil on logistics.stock ("storeId", rang) where seuil is not null and not supprime;
