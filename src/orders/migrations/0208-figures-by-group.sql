-- How the order was paid: type of the means, then brand of the card or else the provider, as in 'carte_bancaire visa'. Null
-- for a free order, and for those that were paid before this column existed.
alter table orders.commande add column "moyenPaiement" text;

-- Figures by category, supplier (`cle` is its id) and means of payment: an empty `cle` is none. The price of deliveries has
-- neither category nor supplier and is a group of its own.
create table orders.chiffre_groupe (
  jour date not null,
  "magasinId" bigint not null,
  groupe text not null check (groupe in ('categorie', 'fournisseur', 'paiement', 'livraison')),
  heure smallint not null check (heure between 0 and 23),
  cle text not null,
  nom text not null,
  commandes bigint not null,
  quantite bigint not null,
  "montantCents" bigint not null,
  "rembourseCents" bigint not null,
  primary key (jour, "magasinId", groupe, heure, cle)
);
