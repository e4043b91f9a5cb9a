-- How many products reference had, and how many were known here, when they were last compared: what moves is not behind.
alter table catalogue.synchronisation add column existants bigint, add column connus bigint;
