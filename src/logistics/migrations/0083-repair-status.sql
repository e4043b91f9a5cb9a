-- How far the repair of a sheet is: the event of its ticket that happened last. Kept, so that open repairs are found without
-- looking at the events of all.
alter table logistics.fiche_reparation add column statut text;
update logistics.fiche_reparation as fiche set statut = (
  select event from logistics.evenement_reparation as evenement
  where evenement."ticketId" = fiche."ticketId" order by at desc, id desc limit 1);
create index on logistics.fiche_reparation (statut, id);
create index fiche_reparation_en_cours on logistics.fiche_reparation (id) where statut is distinct from 'EXPEDIE_CLIENT';
