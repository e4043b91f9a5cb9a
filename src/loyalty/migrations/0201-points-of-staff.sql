-- Points that staff added or deducted. The reason is null once the customer has been erased.
create table loyalty.ajustement (
  id bigint generated always as identity primary key,
  "clientId" bigint not null references loyalty.client,
  points integer not null check (points <> 0),
  motif text,
  -- The key or the member of staff; null without keys.
  auteur text,
  "createdAt" timestamptz not null
);
create index on loyalty.ajustement ("clientId", id);
