-- The last correction of the recipient of a paid order, which may arrive before its slips are written.
create table logistics.adresse_corrigee (
  "ordreId" text primary key,
  -- Rises with each correction.
  version integer not null,
  adresse json not null,
  "corrigeeLe" timestamptz not null
);
-- When the address of a slip was corrected after it was written; null for the original one.
alter table logistics.bordereau add column "adresseCorrigeeLe" timestamptz;
