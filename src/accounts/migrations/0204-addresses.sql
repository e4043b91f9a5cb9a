-- The further addresses of a customer, in the customer's order.
alter table accounts.compte add column adresses jsonb not null default '[]';
