-- Messages that were refused, with the reason: kept before the sender's queue is told, so that none is lost in between.
create table platform.refus (
  id bigint generated always as identity primary key,
  file text not null,
  "messageId" text not null,
  -- Keyed hash of queue, message id and body: the same message refused again is the same row.
  empreinte bytea not null unique,
  "requestId" text not null,
  motif text not null,
  fois integer not null default 1,
  -- What of the body is kept: all of it, its beginning, less what may not be kept, text that is no JSON, nothing.
  integrite text not null check (integrite in ('entier', 'tronque', 'masque', 'illisible', 'efface')),
  corps text,
  octets integer not null,
  "premierLe" timestamptz not null,
  le timestamptz not null,
  check ((integrite = 'efface') = (corps is null))
);
create index on platform.refus (file, le desc, id desc);
create index on platform.refus (le desc, id desc);

-- How much is kept of each queue, and how many the newer ones have pushed out. Its row is locked by who writes there.
create table platform.file_refusee (
  file text primary key,
  nombre integer not null default 0,
  octets bigint not null default 0,
  ecartes bigint not null default 0
);

-- Keyed hashes of the names of whoever was erased: a message that names them and comes later is kept without its body.
-- Each area has rows of its own: one that cannot erase yet holds up no other.
create table platform.nom_efface (
  empreinte bytea not null,
  domaine text not null,
  le timestamptz not null,
  primary key (empreinte, domaine)
);
create index on platform.nom_efface (le);
