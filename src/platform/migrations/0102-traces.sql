-- Where an event was announced in a trace: the `traceparent` of W3C Trace Context. Null where traces are not told.
alter table platform.outbox add column traceparent text;
