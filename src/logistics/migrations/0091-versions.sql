-- Rises with each change of what can be sold, so that a late or repeated announcement can be told.
alter table logistics.stock add column version integer not null default 0;
