-- Suppliers, warehouses and stores are few: their lists are read by key or whole. In a file of its own, so that no transaction
-- that holds suppliers and waits for products waits for one that holds products and waits for suppliers.

-- only for speed
drop index reference.fournisseur_liste, reference.fournisseur_mots, reference.fournisseur_adresse,
  reference.entrepot_liste, reference.entrepot_mots, reference.magasin_liste, reference.magasin_mots;
