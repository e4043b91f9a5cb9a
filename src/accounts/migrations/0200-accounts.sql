-- == Customers

create table accounts.compte (
  id bigint generated always as identity primary key,
  email text not null,
  -- When the customer showed that the e-mail address is theirs.
  "courrielProuveLe" timestamptz,
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

-- Links of mails that have not been used. Only the SHA-256 of what they carry is kept.
create table accounts.lien (
  hash bytea primary key,
  "compteId" bigint not null references accounts.compte,
  usage text not null check (usage in ('confirmation', 'mot-de-passe')),
  "expireLe" timestamptz not null
);
create index on accounts.lien ("compteId");
create index on accounts.lien ("expireLe");

-- From which networks an account was signed in to of late, so that strangers' guesses do not lock out its owner. Of a network
-- only its keyed hash is kept.
create table accounts.reseau_connu (
  -- `compte:` and its id: who else signs in has identifiers of another kind.
  titulaire text not null,
  reseau text not null,
  -- In real time.
  "vuLe" timestamptz not null,
  primary key (titulaire, reseau)
);
create index on accounts.reseau_connu ("vuLe");

-- == Erasures

-- Customers who were erased, or are about to be. Tells who asked, when, and which areas have done it; not who it was.
create table accounts.effacement (
  id bigint generated always as identity primary key,
  -- What stands for the customer in the amounts and counts that stay.
  pseudonyme text not null unique,
  -- Every name that they go by, for as long as some area still has to be told.
  personne json,
  -- The fingerprint of the API key that asked for it.
  "demandePar" text not null,
  "demandeLe" timestamptz not null,
  "termineLe" timestamptz,
  check ((personne is null) = ("termineLe" is not null))
);

create table accounts.effacement_domaine (
  "effacementId" bigint not null references accounts.effacement,
  domaine text not null,
  -- Rows that it touched.
  lignes bigint,
  "faitLe" timestamptz,
  primary key ("effacementId", domaine)
);

-- By which identifiers an erasure is found again: keyed hashes, that tell nobody what they were.
create table accounts.effacement_nom (
  empreinte bytea not null,
  "effacementId" bigint not null references accounts.effacement,
  primary key (empreinte, "effacementId")
);

-- == Keys and staff

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

-- == Mails

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
create index on accounts.courriel ("createdAt");
-- An erasure finds what was written to a customer without reading every mail.
create index on accounts.courriel ("clientId") where "clientId" is not null;
create index on accounts.courriel ("compteId") where "compteId" is not null;

-- == Webhooks

-- Where events are sent to, besides the broker. Moments of sending are real time, whatever the clock says.
create table accounts.webhook (
  id bigint generated always as identity primary key,
  url text not null,
  description text,
  -- The queues of the events that it gets; null: all of them.
  types text[] check (cardinality(types) > 0),
  actif boolean not null,
  -- Why the platform stopped sending; null while it sends, or where staff stopped it.
  "suspenduPour" text check ("suspenduPour" in ('echecs', 'disparu')),
  "suspenduLe" timestamptz,
  -- Since when it has taken nothing of what was sent.
  "enEchecDepuis" timestamptz,
  -- What signs, encrypted. The one before signs as well for a day.
  secret text not null,
  "ancienSecret" text,
  "ancienSecretJusquA" timestamptz,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  check (("suspenduPour" is null) = ("suspenduLe" is null)),
  check (("ancienSecret" is null) = ("ancienSecretJusquA" is null))
);

-- What is sent, once for all who get it: json, not jsonb, because every try sends the same bytes.
create table accounts.evenement_webhook (
  id bigint generated always as identity primary key,
  -- Of the event's message, so that it is noted once however often it comes.
  "messageId" text not null unique,
  type text not null,
  corps json not null,
  "createdAt" timestamptz not null
);
create index on accounts.evenement_webhook ("createdAt");

create table accounts.livraison_webhook (
  id bigint generated always as identity primary key,
  "webhookId" bigint not null references accounts.webhook,
  "evenementId" bigint not null references accounts.evenement_webhook on delete cascade,
  statut text not null check (statut in ('en_attente', 'livree', 'echouee')),
  -- Since it was noted, or last asked for again.
  essais integer not null default 0,
  "prochainEssai" timestamptz not null,
  "renvoyeeLe" timestamptz,
  -- What the last try came to.
  "codeHttp" integer,
  reponse text,
  "derniereErreur" text,
  "dureeMs" integer,
  "createdAt" timestamptz not null,
  "livreeLe" timestamptz,
  unique ("webhookId", "evenementId")
);
create index livraison_webhook_a_envoyer on accounts.livraison_webhook ("webhookId", "prochainEssai", id)
  where statut = 'en_attente';
create index on accounts.livraison_webhook ("webhookId", id);
create index on accounts.livraison_webhook ("webhookId", statut, id);
create index on accounts.livraison_webhook ("evenementId");
