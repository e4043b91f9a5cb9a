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
