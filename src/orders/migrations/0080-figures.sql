-- What promotions took off an order, as [{promotionId, montantCents}]; null where none did. Orders of before do not say it.
alter table orders.commande add column remises json;
-- The store that a sale counts for, as it was when it was paid: the slips may come from others later. 0: none; null: from before.
alter table orders.commande add column "magasinVente" bigint;
create index commande_confirmee on orders.commande ("confirmeeLe") where "confirmeeLe" is not null;
create index remboursement_date on orders.remboursement ("createdAt");

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

-- What was sold before is counted as what is sold from now on.
insert into orders.a_compter select "ordreId", '' from orders.commande where "confirmeeLe" is not null;
insert into orders.a_compter select "ordreId", "remboursementId" from orders.remboursement;
