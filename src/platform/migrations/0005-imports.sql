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
