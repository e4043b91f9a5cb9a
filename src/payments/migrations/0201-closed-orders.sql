-- Orders that were cancelled on condition that nobody pays them: payments that orders had admitted up to this number come too
-- late. Rows are needed only while such a payment may still be on its way.
create table payments.commande_close (
  "orderId" text primary key,
  admission integer not null,
  "createdAt" timestamptz not null
);
