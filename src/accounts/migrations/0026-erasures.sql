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
