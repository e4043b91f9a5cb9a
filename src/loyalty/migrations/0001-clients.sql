create table loyalty.client (
  id bigint generated always as identity primary key,
  "idClient" text not null unique,
  civilite text,
  nom text not null,
  prenom text not null,
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
create index on loyalty.client using gin (plain(prenom || ' ' || nom) gin_trgm_ops);

-- The points that an order earned: one row an order, so that they are given once.
create table loyalty.attribution (
  "ordreId" text primary key,
  "clientId" bigint not null references loyalty.client,
  points integer not null,
  "createdAt" timestamptz not null
);
create index on loyalty.attribution ("clientId");
