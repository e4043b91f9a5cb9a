-- `commentaire` is shown to whoever may read the order; this note is for the staff alone.
alter table orders.changement_statut add column "noteInterne" text;
-- Who cancelled the order, for a change to ANNULEE; null for other changes and for those of 0.2.0.
alter table orders.changement_statut add column "annuleePar" text;
