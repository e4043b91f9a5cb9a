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
