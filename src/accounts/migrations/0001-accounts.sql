create table accounts.compte (
  id bigint generated always as identity primary key,
  email text not null,
  -- An argon2id hash with its own parameters and salt.
  "motDePasse" text not null,
  prenom text not null,
  nom text not null,
  telephone text,
  adresse text,
  "clientId" text not null unique,
  -- The identifier was made here and loyalty does not know it yet.
  "clientIdLocal" boolean not null,
  "pointsFidelite" bigint not null,
  "niveauFidelisation" text not null,
  "derniereSynchro" timestamptz,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create unique index compte_email on accounts.compte (lower(email));

-- Identifiers that an account had before loyalty gave it another: orders still carry them.
create table accounts.alias (
  "clientId" text primary key,
  "compteId" bigint not null references accounts.compte
);
create index on accounts.alias ("compteId");

-- Tokens that are valid. Only their SHA-256 is kept.
create table accounts.jeton (
  hash bytea primary key,
  "compteId" bigint not null references accounts.compte,
  "createdAt" timestamptz not null,
  "expireLe" timestamptz not null
);
create index on accounts.jeton ("compteId");
create index on accounts.jeton ("expireLe");

-- Logins that run or have failed. One that succeeds is forgotten.
create table accounts.tentative (
  id bigint generated always as identity primary key,
  email text not null,
  adresse text not null,
  le timestamptz not null,
  echouee boolean not null
);
create index on accounts.tentative (email, adresse, le);
create index on accounts.tentative (le);
