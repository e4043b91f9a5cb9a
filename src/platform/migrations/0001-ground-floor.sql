create table platform.outbox (
  id bigint generated always as identity primary key,
  queue text not null,
  "messageId" uuid not null,
  "requestId" text not null,
  body json not null,
  "createdAt" timestamptz not null
);
create index on platform.outbox (queue, id);

create table platform.inbox (
  queue text not null,
  "messageId" text not null,
  "receivedAt" timestamptz not null,
  primary key (queue, "messageId")
);
create index on platform.inbox ("receivedAt");

-- An answer kept for the Idempotency-Key of one caller on one route; status is null while the call runs.
create table platform.idempotency_key (
  route text not null,
  caller text not null,
  key text not null,
  "bodyHash" text not null,
  status integer,
  answer json,
  "createdAt" timestamptz not null,
  "runningUntil" timestamptz not null,
  primary key (route, caller, key)
);
create index on platform.idempotency_key ("createdAt");

create table platform.clock_origin (
  id boolean primary key default true check (id),
  real timestamptz not null,
  time timestamptz not null,
  multiplier double precision not null
);

create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- Text as searches compare it: without case and accents. unaccent() itself is only stable, because its dictionary could be
-- replaced; ours is the shipped one, so this may stand in an index.
create function public.plain(text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, $1));
