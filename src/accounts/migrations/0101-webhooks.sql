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
