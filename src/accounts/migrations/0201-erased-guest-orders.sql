-- Guest orders with a proven address of the erased customer that an erasure includes.
alter table accounts.effacement add column "commandesInvite" integer not null default 0;
