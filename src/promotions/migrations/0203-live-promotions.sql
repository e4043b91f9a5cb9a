-- A shop front lists the live promotions, those that end first first.
-- built ahead
create index if not exists promotion_live on promotions.promotion ("dateFin", id) where "dateSuppression" is null;
