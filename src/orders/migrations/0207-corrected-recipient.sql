-- How often staff corrected the recipient; rises with each correction.
alter table orders.commande add column "versionDestinataire" integer not null default 0;
