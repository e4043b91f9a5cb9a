-- Uploaded pictures. `id` is the hash of the file, `largeur` and `hauteur` are its size in pixels. The contents are WebP, which
-- compression would only slow down. `"utiliseeLe"` is the last upload, or a time within a day of the last change of a product
-- that named the picture before or after it.
create table reference.image (
  id text primary key,
  largeur integer not null,
  hauteur integer not null,
  "contenu160" bytea not null,
  "contenu480" bytea not null,
  "contenu1200" bytea not null,
  "createdAt" timestamptz not null,
  "utiliseeLe" timestamptz not null
);
alter table reference.image alter column "contenu160" set storage external,
  alter column "contenu480" set storage external, alter column "contenu1200" set storage external;
create index image_utilisee on reference.image ("utiliseeLe");
