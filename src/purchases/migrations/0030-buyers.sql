-- As whom an order was placed. It counts for the customer of "clientId", who may be somebody else until the buyer has proven
-- their e-mail address: until then the buyer sees these rows alone.
alter table purchases.achat add column acheteur text;
