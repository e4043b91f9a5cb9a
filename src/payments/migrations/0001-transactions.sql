-- A payment link. Whoever has its token may see the page: of the token, only a hash is kept.
create table payments.lien (
  id uuid primary key,
  "tokenHash" text not null unique,
  "orderId" text,
  "montantCents" bigint not null check ("montantCents" > 0),
  devise text not null,
  "clientId" text,
  "clientFideliseId" bigint,
  -- The customer's name, offered as the card holder's.
  titulaire text,
  -- Made with the customer's own token or with a key, so that the page may offer saved cards.
  identifie boolean not null,
  source text,
  "returnUrl" text not null,
  "createdAt" timestamptz not null,
  "expireLe" timestamptz not null
);
create index on payments.lien ("orderId", "createdAt");

create table payments.transaction (
  id bigint generated always as identity primary key,
  "montantCents" bigint not null check ("montantCents" > 0),
  devise text not null,
  status text not null check (status in ('en_attente', 'accepte', 'paye', 'refuse', 'annule')),
  "typePaiement" text not null,
  "orderId" text,
  "clientId" text,
  "authorizationId" text unique,
  moyen text not null check (moyen in ('carte_bancaire', 'especes')),
  provider text,
  -- The provider's token, brand, last four digits, expiry and holder of the card, encrypted. Never its number.
  carte text,
  "montantRembourseCents" bigint not null default 0
    check ("montantRembourseCents" between 0 and "montantCents"),
  "lienId" uuid references payments.lien,
  -- The transaction that this one gives back, for a refund.
  "rembourseId" bigint references payments.transaction,
  occurence_credit integer,
  differe json,
  fidelise bigint,
  "savePaymentMethod" boolean not null default false,
  "magasinId" text,
  motif text,
  source text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  check (("typePaiement" = 'remboursement') = ("rembourseId" is not null)),
  check ((moyen = 'carte_bancaire' and "rembourseId" is null) = (carte is not null))
);

-- One order, and one link, has at most one live payment.
create unique index transaction_live_order on payments.transaction ("orderId")
  where "rembourseId" is null and status in ('en_attente', 'accepte', 'paye')
    and "montantRembourseCents" < "montantCents";
create unique index transaction_live_link on payments.transaction ("lienId")
  where "rembourseId" is null and status in ('en_attente', 'accepte', 'paye')
    and "montantRembourseCents" < "montantCents";
create index on payments.transaction ("orderId", id);
create index on payments.transaction ("clientId", id);
create index on payments.transaction ("lienId", id);
create index on payments.transaction ("rembourseId") where "rembourseId" is not null;
create index on payments.transaction (status, id);
create index on payments.transaction ("createdAt");
