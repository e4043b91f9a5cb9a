-- VAT in percent, contained in the price. A double gives a decimal of two places back as it was written.
alter table reference.produit add column "tauxTva" double precision not null default 20
  check ("tauxTva" between 0 and 100);
create index produit_taux_tva on reference.produit ("tauxTva", id) where "deletedAt" is null;
