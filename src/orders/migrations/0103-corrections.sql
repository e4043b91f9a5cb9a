-- The number of the last change of status that took an order back, 0 when none did: what its slips did before they heard of
-- it counts no more.
alter table orders.commande add column correction bigint not null default 0;
