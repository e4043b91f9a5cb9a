-- The periods in which earlier versions of a promotion lowered prices for everybody, as published to the catalogue; null
-- until a change. The period of the present version follows from its fields.
alter table promotions.promotion add column reductions json;
