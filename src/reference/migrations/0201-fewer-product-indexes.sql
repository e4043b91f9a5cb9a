-- A product had 23 indexes besides its key. These eight served an order that hardly anybody asks for: such a list, and a
-- filter by the extent of these fields, reads and sorts the table.

-- only for speed
drop index reference.produit_taux_tva, reference.produit_garantie, reference.produit_garantie_fin,
  reference.produit_reapprovisionnement, reference.produit_reapprovisionnement_fin,
  reference.produit_fin_de_vie, reference.produit_fin_de_vie_fin, reference.produit_marque_fin;
