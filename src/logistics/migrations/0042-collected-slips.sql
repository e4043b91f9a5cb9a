-- Whether the goods are handed over in the store, not sent.
alter table logistics.bordereau add column retrait boolean not null default false;
