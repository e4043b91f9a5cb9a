-- When a slip last changed; null for one that has not since it was written.
alter table logistics.bordereau add column "updatedAt" timestamptz;

-- What came back of an order, put back or not.
drop index logistics."retour_ordreId_idx";
create index on logistics.retour ("ordreId");
