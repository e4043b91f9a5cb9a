-- Invoices and credit notes, in one series without a gap. `contenu` is what a document shows: it never changes. The law has
-- them kept for ten years, also when the rest of what is known of their customer is erased.
create table orders.piece (
  numero text primary key,
  annee integer not null,
  rang integer not null,
  nature text not null check (nature in ('facture', 'avoir')),
  "ordreId" text not null,
  "remboursementId" text,
  contenu json not null,
  "emiseLe" timestamptz not null,
  -- Since its customer was erased everywhere else: shown to key holders alone.
  "archiveeLe" timestamptz,
  unique (annee, rang),
  check ((nature = 'avoir') = ("remboursementId" is not null))
);
create unique index piece_facture on orders.piece ("ordreId") where nature = 'facture';
create unique index piece_avoir on orders.piece ("remboursementId") where nature = 'avoir';
create index on orders.piece ("ordreId", annee, rang);
create index on orders.piece ("emiseLe");

-- The last number that was given. Who issues a document holds the row until number and document are committed.
create table orders.serie (
  id boolean primary key default true check (id),
  annee integer not null,
  rang integer not null,
  "emiseLe" timestamptz not null
);
insert into orders.serie (annee, rang, "emiseLe") values (0, 0, 'epoch');

-- Refunds that get a credit note once there is an invoice. `lignes`: what was given back, for a return.
create table orders.avoir_voulu (
  "remboursementId" text primary key,
  "ordreId" text not null,
  "transactionId" text,
  "montantCents" bigint not null check ("montantCents" > 0),
  lignes json,
  "createdAt" timestamptz not null
);
create index on orders.avoir_voulu ("ordreId");
