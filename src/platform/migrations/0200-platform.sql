-- Text as searches compare it: without case and accents. ASCII has no accents, and unaccent() takes 3 of the 4 microseconds
-- that a name of 60 letters costs. It is only stable, because its dictionary could be replaced; ours is the shipped one, so
-- this may stand in an index.
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;
create function public.plain(text) returns text
  language sql immutable strict parallel safe
  return case when octet_length($1) = char_length($1) then lower($1)
    else lower(public.unaccent('public.unaccent'::regdictionary, $1)) end;

-- == Events

-- Events that are not sent yet. One lives for moments: to compress it took 13 of the 16 microseconds that an imported product
-- cost in here.
create table platform.outbox (
  id bigint generated always as identity primary key,
  queue text not null,
  "messageId" uuid not null,
  "requestId" text not null,
  -- Where the event was announced in a trace: the `traceparent` of W3C Trace Context. Null where traces are not told.
  traceparent text,
  body json not null,
  "createdAt" timestamptz not null
);
alter table platform.outbox alter column body set storage external;
create index on platform.outbox (queue, id);

-- Messages that were taken in, so that one that comes again is passed over.
create table platform.inbox (
  queue text not null,
  "messageId" text not null,
  "receivedAt" timestamptz not null,
  primary key (queue, "messageId")
);
create index on platform.inbox ("receivedAt");

-- Events that are wanted as copies, besides those that their consumers take: on which queue, and of which queues (# is all).
-- What is no longer wanted stays until the broker has been told.
create table platform.copie_evenement (
  copie text not null,
  file text not null,
  voulue boolean not null,
  primary key (copie, file)
);

-- == Refused messages

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

-- == Calls

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

-- How often each thing was done that has a limit, in the shape that rate-limiter-flexible reads: `expire` is real time, in
-- milliseconds. Not logged: after a crash of PostgreSQL the counting begins anew.
create unlogged table platform.limite (
  key text primary key,
  points integer not null,
  expire bigint
);
create index on platform.limite (expire);

-- What keys and members of staff have changed, or tried to: a line in the transaction of each change.
create table platform.audit (
  id bigint generated always as identity primary key,
  le timestamptz not null,
  -- The area that changed it: several may share this schema.
  domaine text not null,
  nature text not null check (nature in ('cle', 'personnel')),
  -- Null for a key of the settings.
  "auteurId" bigint,
  auteur text not null,
  operation text not null,
  enregistrement text,
  resultat text not null check (resultat in ('fait', 'refuse')),
  -- The status of the refusal.
  "codeHttp" integer,
  "requestId" text not null,
  check ((resultat = 'refuse') = ("codeHttp" is not null))
);
create index on platform.audit (domaine, le desc, id desc);
create index on platform.audit (le);
create index on platform.audit (enregistrement) where enregistrement is not null;

-- == Imports

-- An import that goes on by itself once its file has come: what it is, how far it has got, what came of it.
create table platform.importation (
  id bigint generated always as identity primary key,
  -- The area whose import it is: several may share this schema.
  domaine text not null,
  nature text not null,
  "nomFichier" text,
  format text not null check (format in ('json', 'csv')),
  mode text not null check (mode in ('create', 'upsert')),
  "dryRun" boolean not null,
  statut text not null check (statut in ('en_attente', 'en_cours', 'termine', 'echec', 'abandonne')),
  octets bigint not null,
  "octetsLus" bigint not null default 0,
  lignes bigint not null default 0,
  essais integer not null default 0,
  resultat json,
  erreurs json,
  -- Why the file was refused as a whole.
  erreur json,
  auteur text,
  "createdAt" timestamptz not null,
  "debutLe" timestamptz,
  "finLe" timestamptz
);
create index on platform.importation (domaine, id desc);
create index on platform.importation ("createdAt");

-- Its file, so that any process can take it in, and another one after a crash. A packed file would have to be unpacked by each.
create table platform.morceau_importation (
  "importationId" bigint not null references platform.importation on delete cascade,
  rang integer not null,
  contenu bytea not null,
  primary key ("importationId", rang)
);
alter table platform.morceau_importation alter column contenu set storage external;

-- == Clock

-- A clock that is not real time runs from here, `multiplier` times as fast: at the real moment `real` it showed `time`.
create table platform.clock_origin (
  id boolean primary key default true check (id),
  real timestamptz not null,
  time timestamptz not null,
  multiplier double precision not null
);
