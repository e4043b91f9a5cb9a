-- Which order a purchase was made by, and where the rows of an order stand, so that they leave the history with it when it is
-- refunded. Orders taken in up to now have neither: their rows stay.
alter table purchases.achat add column "ordreId" text;
alter table purchases.commande
  add column "clientId" bigint,
  add column "purchaseDate" timestamptz,
  add column "rembourseeLe" timestamptz;
