-- Whether customers may withdraw from the purchase of a product.
alter table reference.produit add column retractable boolean not null default true;
