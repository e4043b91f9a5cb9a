-- == Orders

create table orders.commande (
  "ordreId" text primary key,
  statut text not null,
  -- The CLI_ identifier where there is one, whichever way the customer was named.
  "clientId" text not null,
  -- Whether the customer placed the order, or somebody who speaks for them; else they were merely named.
  prouve boolean not null,
  "montantTotalCents" bigint not null check ("montantTotalCents" >= 0),
  -- As they were sent, and as the hand-over and the reservation need them.
  articles json not null,
  lignes json not null,
  -- What promotions took off, as [{promotionId, montantCents}]; null where none did.
  remises json,
  "clientInfo" json not null,
  livraison text not null default 'domicile' check (livraison in ('domicile', 'retrait')),
  "adresseLivraison" json not null,
  -- The store where a collected order is handed over.
  "magasinId" bigint,
  -- The stores that serve it or hand it over.
  magasins bigint[] not null default '{}',
  -- The store that the sale counts for, as it was when it was paid: the slips may come from others later. 0: none.
  "magasinVente" bigint,
  "trackingNumber" text,
  "transactionId" text,
  "authorizationId" text,
  -- How often a payment or its link was begun: tells a release that another payment came in between.
  encaissements integer not null default 0,
  "reserveeJusque" timestamptz,
  -- Of an order whose customer is merely named: where it came from (a keyed hash of the network, while it waits to be paid), and
  -- until when links may prolong what it reserves.
  reseau text,
  "prolongeableJusque" timestamptz,
  -- The number of the last change of status that took the order back, 0 when none did: what its slips did before they heard of
  -- it counts no more.
  correction bigint not null default 0,
  -- The first time of each; what happens once happens when it is set.
  "confirmeeLe" timestamptz,
  "expedieeLe" timestamptz,
  "livreeLe" timestamptz,
  "stockRenduLe" timestamptz,
  -- Set when its own customer cancelled it.
  "annulationClientLe" timestamptz,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  check ((livraison = 'retrait') = ("magasinId" is not null))
);
create unique index commande_transaction on orders.commande ("transactionId") where "transactionId" is not null;
create index commande_confirmee on orders.commande ("confirmeeLe") where "confirmeeLe" is not null;

-- A customer's own list shows proven orders alone: what others order in their name must not slow it down.
create index on orders.commande ("clientId", prouve, "createdAt", "ordreId");

-- The staff's list: newest first, by amount, by state, by what may be searched for.
create index commande_liste on orders.commande ("createdAt", "ordreId");
create index commande_montant on orders.commande ("montantTotalCents", "createdAt", "ordreId");
create index commande_statut on orders.commande (statut, "createdAt", "ordreId");
create index commande_magasins on orders.commande using gin (magasins);
create index commande_suivi on orders.commande ("trackingNumber") where "trackingNumber" is not null;
create index commande_courriel on orders.commande (lower("clientInfo"->>'email')) where "clientInfo"->>'email' is not null;

-- How long an order is reserved stands in no index: to prolong it changes the row alone.
create index commande_reseau on orders.commande (reseau) where reseau is not null;

create table orders.changement_statut (
  id bigint generated always as identity primary key,
  "ordreId" text not null references orders.commande,
  statut text not null,
  "trackingNumber" text,
  commentaire text,
  "createdAt" timestamptz not null
);
create index on orders.changement_statut ("ordreId", id);

-- == Promotions

-- What orders knows of the promotions, from their announcements. Deleted ones stay, so that a late message about an
-- earlier version does not bring them back.
create table orders.promotion (
  id bigint primary key,
  version bigint not null,
  promotion json not null,
  supprimee boolean not null,
  "dateFin" timestamptz not null
);
create index on orders.promotion ("dateFin", id) where not supprimee;
-- The copy is compared with the promotions area every minute, a count and a sum of versions for each run of ids.
create index promotion_versions on orders.promotion (id) include (version);

-- Rises with every change of the table above: what each process compares its prepared promotions with.
create table orders.promotions_version (
  id boolean primary key default true check (id),
  version bigint not null
);
insert into orders.promotions_version (version) values (1);

-- == Payments and refunds

-- Each payment of an order as payments has told of it, in whatever order its messages came. A free order has one of its own,
-- without a transaction. `commandeLe` is when the order was placed: lists by state of payment follow it.
create table orders.paiement (
  "ordreId" text not null,
  "transactionId" text not null,
  statut text not null,
  "montantCents" bigint not null,
  "rembourseCents" bigint not null default 0,
  -- Null for a payment that failed.
  etat text generated always as (case
    when "rembourseCents" > 0 and "rembourseCents" >= "montantCents" then 'rembourse'
    when "rembourseCents" > 0 then 'rembourse_en_partie'
    when statut = 'en_attente' then 'en_attente'
    when statut in ('accepte', 'paye') then 'paye' end) stored,
  "commandeLe" timestamptz not null,
  primary key ("ordreId", "transactionId")
);
create index on orders.paiement (etat, "commandeLe", "ordreId") where etat is not null;

-- What was given back of a payment, once a refund; `resteCents` is what was left of it then.
create table orders.remboursement (
  "remboursementId" text primary key,
  "ordreId" text not null,
  "transactionId" text not null,
  "montantCents" bigint not null,
  "resteCents" bigint not null,
  "createdAt" timestamptz not null
);
create index on orders.remboursement ("ordreId", "transactionId");
create index remboursement_date on orders.remboursement ("createdAt");

-- == Returns

-- Goods that came back, claimed as they are recorded and refunded right after: `termineLe` is set once the refund is made.
create table orders.retour (
  id bigint generated always as identity primary key,
  "ordreId" text not null references orders.commande,
  motif text,
  "remisEnStock" boolean not null,
  -- What is to be given back, and of which payment: null when nothing was paid.
  "montantCents" bigint not null,
  "transactionId" text,
  "remboursementId" text,
  "createdAt" timestamptz not null,
  "termineLe" timestamptz
);
create index on orders.retour ("ordreId", id);
create unique index retour_remboursement on orders.retour ("remboursementId") where "remboursementId" is not null;

create table orders.ligne_retour (
  "retourId" bigint not null references orders.retour,
  "articleId" text not null,
  quantite bigint not null check (quantite > 0),
  "montantCents" bigint not null,
  primary key ("retourId", "articleId")
);

-- == Invoices

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

-- == Figures

-- Sales and refunds (of a sale: an empty `remboursementId`) that the figures below do not count yet. Written by the
-- transaction of the sale or refund, taken away by the one that counts it.
create table orders.a_compter (
  "ordreId" text not null,
  "remboursementId" text not null,
  primary key ("ordreId", "remboursementId")
);

-- Figures by day and hour of Europe/Paris; store 0 is all of them together.
create table orders.chiffre_heure (
  jour date not null,
  "magasinId" bigint not null,
  heure smallint not null check (heure between 0 and 23),
  commandes bigint not null,
  "montantCents" bigint not null,
  "rembourseCents" bigint not null,
  primary key (jour, "magasinId", heure)
);

create table orders.chiffre_article (
  jour date not null,
  "magasinId" bigint not null,
  "articleId" text not null,
  nom text not null,
  quantite bigint not null,
  "montantCents" bigint not null,
  primary key (jour, "magasinId", "articleId")
);
create index chiffre_article_ventes
  on orders.chiffre_article (jour, "magasinId", quantite desc, "montantCents" desc, "articleId");

create table orders.chiffre_promotion (
  jour date not null,
  "magasinId" bigint not null,
  "promotionId" bigint not null,
  commandes bigint not null,
  "remiseCents" bigint not null,
  -- What these orders came to.
  "montantCents" bigint not null,
  primary key (jour, "magasinId", "promotionId")
);

-- `prochain`: the next day to count anew, up to and including `dernier`. One is going on at most.
create table orders.reconstruction (
  id bigint generated always as identity primary key,
  prochain date not null,
  dernier date not null,
  "demandeeLe" timestamptz not null,
  "finieLe" timestamptz
);
create unique index reconstruction_en_cours on orders.reconstruction ((true)) where "finieLe" is null;
