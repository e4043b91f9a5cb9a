-- The call that holds a key, so that a call releases and answers only its own claim. Null for calls of 0.3 and earlier.
alter table platform.idempotency_key add column owner uuid;
