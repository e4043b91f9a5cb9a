-- Lists read products from catalogue.produit alone; catalogue.rayon is no longer written.
-- built ahead
create index if not exists produit_prix on catalogue.produit (prix, id) where actif;
-- built ahead
create index if not exists produit_tri on catalogue.produit (tri, id) where actif;
-- built ahead
create index if not exists produit_categorie on catalogue.produit (categorie) where actif;
-- built ahead
create index if not exists produit_marque on catalogue.produit (marque) where actif;
