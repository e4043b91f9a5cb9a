-- Goods that came back, once a return. `remisLe` is set when they are in the stock again: not before their order was prepared.
create table logistics.retour (
  "retourId" bigint primary key,
  "ordreId" text not null,
  articles json not null,
  "createdAt" timestamptz not null,
  "remisLe" timestamptz
);
create index on logistics.retour ("ordreId") where "remisLe" is null;
