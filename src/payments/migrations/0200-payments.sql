-- A payment link. Whoever has its token may see the page: of the token, only a hash is kept.
create table payments.lien (
  id uuid primary key,
  "tokenHash" text not null unique,
  "orderId" text,
  "montantCents" bigint not null check ("montantCents" > 0),
  devise text not null,
  -- What is bought, as the page shows it: `[{nom, quantite, totalCents}]`. Orders tells it when the link is made, so that the
  -- page asks nobody. Null for what is no order of the platform's.
  articles json,
  "clientId" text,
  "clientFideliseId" bigint,
  -- Whether the customer is proven: they pay themselves, or somebody pays who speaks for them. Else they were merely named.
  prouve boolean not null,
  -- The customer's name, offered as the card holder's.
  titulaire text,
  -- The provider that a wallet's payment goes to, where the link is a payment intent: paid by its secret, not on the page.
  intention text,
  source text,
  "returnUrl" text not null,
  "createdAt" timestamptz not null,
  "expireLe" timestamptz not null
);
create index on payments.lien ("orderId", "createdAt");
-- A customer's links, and further down their payments, are also found by loyalty's number, when they ask for their data or for
-- its erasure.
create index on payments.lien ("clientId");
create index on payments.lien ("clientFideliseId") where "clientFideliseId" is not null;

create table payments.transaction (
  id bigint generated always as identity primary key,
  "montantCents" bigint not null check ("montantCents" > 0),
  devise text not null,
  status text not null check (status in ('en_attente', 'accepte', 'paye', 'refuse', 'annule')),
  "typePaiement" text not null,
  "orderId" text,
  "clientId" text,
  fidelise bigint,
  -- Whether the customer is proven, as for a link.
  prouve boolean not null,
  "authorizationId" text unique,
  moyen text not null check (moyen in ('carte_bancaire', 'especes')),
  provider text,
  -- The provider's token, brand, last four digits, expiry and holder of the card, encrypted. Never its number.
  carte text,
  "savePaymentMethod" boolean not null default false,
  "montantRembourseCents" bigint not null default 0
    check ("montantRembourseCents" between 0 and "montantCents"),
  "lienId" uuid references payments.lien,
  -- The transaction that this one gives back, for a refund.
  "rembourseId" bigint references payments.transaction,
  motif text,
  occurence_credit integer,
  differe json,
  "magasinId" text,
  source text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  check (("typePaiement" = 'remboursement') = ("rembourseId" is not null)),
  check ((moyen = 'carte_bancaire' and "rembourseId" is null) = (carte is not null))
);

-- One order, and one link, has at most one live payment. Each index holds its own alone: the planner never takes one for the
-- other's question, to which it would have to be read whole.
create unique index transaction_live_order on payments.transaction ("orderId")
  where "orderId" is not null and "rembourseId" is null and status in ('en_attente', 'accepte', 'paye')
    and "montantRembourseCents" < "montantCents";
create unique index transaction_live_link on payments.transaction ("lienId")
  where "lienId" is not null and "rembourseId" is null and status in ('en_attente', 'accepte', 'paye')
    and "montantRembourseCents" < "montantCents";

create index on payments.transaction ("orderId", id);
create index on payments.transaction ("clientId", id);
create index on payments.transaction (fidelise) where fidelise is not null;
create index on payments.transaction ("lienId", id);
create index on payments.transaction ("rembourseId") where "rembourseId" is not null;
create index on payments.transaction (status, id);
create index on payments.transaction ("createdAt");
-- Refunds are few among payments: the list of them alone reads no other row.
create index transaction_remboursements on payments.transaction (id) where "rembourseId" is not null;

-- A card that its owner wants to pay with again: the provider's token for it, sealed. Never its number.
create table payments.carte (
  id bigint generated always as identity primary key,
  -- The owner: a number of loyalty's, else the identifier that the payment carried. The two are numbered apart, so that
  -- account 7 is not loyalty's customer 7.
  "clientFideliseId" bigint check ("clientFideliseId" > 0),
  "clientId" text,
  -- A keyed hash of owner and number: the same card again is found by it.
  empreinte text not null,
  provider text not null,
  carte text not null,
  -- The payment that must be accepted for the card to stay; null once one has been.
  "enAttenteDe" bigint references payments.transaction,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  check (("clientFideliseId" is null) <> ("clientId" is null)),
  unique nulls not distinct ("clientFideliseId", "clientId", empreinte)
);
create index on payments.carte ("clientId", id) where "clientId" is not null;
create index on payments.carte ("enAttenteDe") where "enAttenteDe" is not null;

-- What an older key has sealed is found without reading every row, so that keys can be retired.
create index transaction_cle on payments.transaction (left(carte, 8)) where carte is not null;
create index carte_cle on payments.carte (left(carte, 8));

-- What was announced of each payment, in the transaction that changed it. Only ever added to: a sent event leaves the
-- outbox, and this says afterwards that it was sent.
create table payments.annonce (
  id bigint generated always as identity primary key,
  "transactionId" bigint not null,
  status text not null,
  -- The refund that a status of `rembourse` tells of.
  "remboursementId" bigint unique,
  "createdAt" timestamptz not null,
  check ((status = 'rembourse') = ("remboursementId" is not null)),
  -- A status is announced once.
  unique nulls not distinct ("transactionId", status, "remboursementId")
);
