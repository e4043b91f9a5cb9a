create table loyalty.client (
  id bigint generated always as identity primary key,
  "idClient" text not null unique,
  civilite text,
  nom text not null,
  prenom text not null,
  -- The name as searches compare it, stored: worked out for each row that a search looks at, it took 6 µs a row.
  recherche text generated always as (plain(prenom || ' ' || nom)) stored,
  anniversaire date,
  "adresseMail" text not null,
  telephone text,
  adresse text,
  "niveauFidelisation" text not null,
  "pointsFidelite" integer not null check ("pointsFidelite" >= 0),
  "dateDebutFidelisation" date,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz
);
create unique index client_adresse_mail on loyalty.client (lower("adresseMail"));
create index on loyalty.client (id) where "deletedAt" is null;
create index on loyalty.client using gin (recherche gin_trgm_ops);

-- The points that an order earned: one row an order, so that they are given once. What is told of an order before or after its
-- delivery comes in whatever order: `payeCents`, what was paid, rises; `plafondCents`, what refunds have left of it, falls. The
-- points are those of the lesser of the two, from the delivery on.
create table loyalty.attribution (
  "ordreId" text primary key,
  "clientId" bigint not null references loyalty.client,
  -- As whom the order was placed. It counts for the customer of "clientId", who may be somebody else until the buyer has proven
  -- their e-mail address: until then these points are all that the buyer sees.
  acheteur text,
  points integer not null,
  livree boolean not null,
  "payeCents" bigint not null,
  "plafondCents" bigint,
  "createdAt" timestamptz not null
);
create index on loyalty.attribution ("clientId");
create index on loyalty.attribution (acheteur) where acheteur is not null;

-- How many active customers there are: the sum of fragments, one for each connection that writes.
create table loyalty.compteur (
  fragment smallint primary key,
  nombre bigint not null
) with (fillfactor = 50);
