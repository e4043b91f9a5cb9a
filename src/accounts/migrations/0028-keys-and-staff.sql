-- Keys that were made besides those of the settings. Only their SHA-256 is kept.
create table accounts.cle (
  id bigint generated always as identity primary key,
  nom text not null,
  empreinte text not null unique,
  droits text[] not null check (cardinality(droits) > 0),
  "createdAt" timestamptz not null,
  -- Null: it has no end.
  "expireLe" timestamptz,
  "derniereUtilisation" timestamptz,
  "revoqueeLe" timestamptz
);

-- The shop's staff.
create table accounts.membre (
  id bigint generated always as identity primary key,
  email text not null,
  nom text not null,
  -- An argon2id hash with its own parameters and salt.
  "motDePasse" text not null,
  droits text[] not null check (cardinality(droits) > 0),
  actif boolean not null default true,
  -- What makes the one-time codes, encrypted. It counts once a code has shown that the member's device has it.
  "secretCode" text,
  "codeExige" boolean not null default false,
  -- The step of time of the last code taken: a code is good once.
  "dernierCode" bigint,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  check (not "codeExige" or "secretCode" is not null)
);
create unique index membre_email on accounts.membre (lower(email));

-- Sessions of staff. Only the SHA-256 of their cookie is kept.
create table accounts.session_membre (
  empreinte text primary key,
  "membreId" bigint not null references accounts.membre,
  "createdAt" timestamptz not null,
  "expireLe" timestamptz not null
);
create index on accounts.session_membre ("membreId");
create index on accounts.session_membre ("expireLe");
