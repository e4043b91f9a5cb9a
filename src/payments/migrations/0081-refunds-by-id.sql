-- Refunds are few among payments: the list of them alone reads no other row.
create index transaction_remboursements on payments.transaction (id) where "rembourseId" is not null;
