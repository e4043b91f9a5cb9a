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
