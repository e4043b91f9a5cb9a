-- A shop front lists the live promotions, those that end first first.
create index promotion_live on promotions.promotion ("dateFin", id) where "dateSuppression" is null;
