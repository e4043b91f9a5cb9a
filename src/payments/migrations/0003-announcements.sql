-- What was announced of each payment, in the transaction that changed it. Only ever added to: a sent event leaves the
-- outbox, and this says afterwards that it was sent.
create table payments.annonce (
  id bigint generated always as identity primary key,
  "transactionId" bigint not null,
  status text not null,
  -- The refund that a status of `rembourse` tells of.
  "remboursementId" bigint unique,
  "createdAt" timestamptz not null,
  check ((status = 'rembourse') = ("remboursementId" is not null)),
  -- A status is announced once.
  unique nulls not distinct ("transactionId", status, "remboursementId")
);

insert into payments.annonce ("transactionId", status, "createdAt")
  select id, 'en_attente', "createdAt" from payments.transaction where "rembourseId" is null order by id;
insert into payments.annonce ("transactionId", status, "createdAt")
  select id, status, "updatedAt" from payments.transaction
  where "rembourseId" is null and status <> 'en_attente' order by id;
insert into payments.annonce ("transactionId", status, "remboursementId", "createdAt")
  select "rembourseId", 'rembourse', id, "createdAt" from payments.transaction
  where "rembourseId" is not null order by id;
