-- Products that reference has deleted. Their rows of stock are no longer listed; orders that hold them are still served.
create table logistics.produit_supprime (
  "productId" bigint primary key
);
alter table logistics.stock add column supprime boolean not null default false;
-- The places in a store that its pages pass over.
create index stock_supprime on logistics.stock ("storeId", rang) where supprime;
