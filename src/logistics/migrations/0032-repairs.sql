-- What the after-sales application sends to us for repair. Texts are null once their customer has been erased.
create table logistics.fiche_reparation (
  id bigint generated always as identity primary key,
  "ticketId" text not null unique,
  "idClient" text not null,
  "idProduit" text,
  motif text,
  origine text,
  "adresseClient" text,
  -- Where the goods came from and where they are mended, as far as it was known when the sheet was opened.
  "magasinId" bigint,
  "entrepotId" bigint,
  "bordereauId" bigint,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index on logistics.fiche_reparation ("idClient");

-- How a repair comes on. A ticket need not have a sheet of ours. `transmisLe`: when the after-sales application took it.
create table logistics.evenement_reparation (
  id bigint generated always as identity primary key,
  "ticketId" text not null,
  event text not null check (event in ('ARRIVE_DEPOT', 'EN_REPARATION', 'REPARATION_OK', 'EXPEDIE_CLIENT')),
  at timestamptz not null,
  "createdAt" timestamptz not null,
  "transmisLe" timestamptz,
  essais integer not null default 0,
  "prochainEssai" timestamptz not null,
  "derniereErreur" text,
  unique ("ticketId", at, event)
);
-- The next ones to send, and whether an older one of the ticket is still to be sent.
create index on logistics.evenement_reparation ("prochainEssai", id) where "transmisLe" is null;
create index on logistics.evenement_reparation ("ticketId", id) where "transmisLe" is null;
