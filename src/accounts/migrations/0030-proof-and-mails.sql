-- When the customer showed that the e-mail address is theirs.
alter table accounts.compte add column "courrielProuveLe" timestamptz;

-- Links of mails that have not been used. Only the SHA-256 of what they carry is kept.
create table accounts.lien (
  hash bytea primary key,
  "compteId" bigint not null references accounts.compte,
  usage text not null check (usage in ('confirmation', 'mot-de-passe')),
  "expireLe" timestamptz not null
);
create index on accounts.lien ("compteId");
create index on accounts.lien ("expireLe");

-- Mails, from the change that they tell of until 30 days later. A link is made when its mail is sent, and stands nowhere.
create table accounts.courriel (
  id bigint generated always as identity primary key,
  modele text not null,
  destinataire text not null,
  "compteId" bigint,
  -- As whose it was ordered or paid, where anybody was named.
  "clientId" text,
  "ordreId" text,
  -- What the mail is about: there is one of each template.
  objet text,
  donnees json not null,
  statut text not null check (statut in ('retenu', 'a_envoyer', 'envoye', 'abandonne')),
  essais integer not null default 0,
  -- Real time, whatever the clock says.
  "prochainEssai" timestamptz not null,
  -- Later it is of no use to anybody.
  "perimeLe" timestamptz not null,
  "derniereErreur" text,
  "createdAt" timestamptz not null,
  "envoyeLe" timestamptz
);
create unique index courriel_objet on accounts.courriel (modele, objet);
create index courriel_a_envoyer on accounts.courriel ("prochainEssai", id) where statut = 'a_envoyer';
create index on accounts.courriel (lower(destinataire), id);
create index on accounts.courriel ("ordreId") where "ordreId" is not null;
create index on accounts.courriel ("clientId") where "clientId" is not null;
create index on accounts.courriel ("createdAt");
