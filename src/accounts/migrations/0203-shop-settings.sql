-- Settings of the shop that staff store. The environment takes precedence. `smtp` is encrypted. The row `reclamee`
-- exists once the first administrator has claimed the platform; callers need keys or sessions from then on.
create table accounts.reglage (
  nom text primary key,
  valeur text not null,
  "updatedAt" timestamptz not null
);
