-- The state of the disputes of a payment at its provider: `ouvert`, `gagne` or `perdu`; null without one. A refund's
-- `authorizationId` is its reference at the provider, if it was made there, and its status is `refuse` if it failed there.
alter table payments.transaction add column litige text;
-- The customer's e-mail address for the provider's page; null unless the link names an order or a customer.
alter table payments.lien add column courriel text;
