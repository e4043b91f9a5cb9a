-- A promotion of the type LIVRAISON_OFFERTE has neither value nor unit. "modesLivraison": the delivery methods that it
-- concerns, null for all.
alter table promotions.promotion
  alter column "valeurPromotion" drop not null,
  alter column "uniteValeur" drop not null,
  add column "modesLivraison" text[];
