-- The provider that a wallet's payment goes to, where a link is a payment intent: paid by its secret, not on the page.
alter table payments.lien add column intention text;
