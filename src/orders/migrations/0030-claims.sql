-- Of an order whose customer is merely named: where it came from (a keyed hash of the network, while it waits to be paid), and
-- until when links may prolong what it reserves.
alter table orders.commande add column reseau text, add column "prolongeableJusque" timestamptz;
create index commande_reseau on orders.commande (reseau, "reserveeJusque") where reseau is not null;
