-- The call that holds a key, so that a call releases and answers only its own claim. Null for calls of 0.2.
alter table platform.idempotency_key add column owner uuid;
