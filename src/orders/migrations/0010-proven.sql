-- Whether the customer placed the order, or somebody who speaks for them; else they were merely named. What was placed before
-- the two were told apart counts as theirs.
alter table orders.commande add column prouve boolean not null default true;
alter table orders.commande alter column prouve drop default;

-- A customer's own list shows proven orders alone: what others order in their name must not slow it down.
create index on orders.commande ("clientId", prouve, "createdAt", "ordreId");
drop index orders."commande_clientId_createdAt_ordreId_idx";
