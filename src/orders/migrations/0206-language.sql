-- The language of the order's mails and payment page, `fr` or `en`.
alter table orders.commande add column langue text not null default 'fr';
-- When a mail asked for the missing payment; null before.
alter table orders.commande add column "rappelLe" timestamptz;
