-- The number of the last change that took an order back, among those that its slips have followed.
alter table logistics.commande_suivie add column correction bigint not null default 0;
