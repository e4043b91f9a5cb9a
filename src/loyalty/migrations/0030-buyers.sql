-- As whom the order was placed. It counts for the customer of "clientId", who may be somebody else until the buyer has proven
-- their e-mail address: until then these points are all that the buyer sees.
alter table loyalty.attribution add column acheteur text;
-- Up to now an order was placed as the customer whom it counted for.
update loyalty.attribution set acheteur = client."idClient" from loyalty.client where client.id = attribution."clientId";
create index on loyalty.attribution (acheteur) where acheteur is not null;
