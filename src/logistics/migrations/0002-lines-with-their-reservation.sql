-- Lines are written by the statement that writes or locks their reservation, and reservations are never deleted: the check
-- of each line cost a sale a tenth of a millisecond and could find nothing.
alter table logistics.ligne drop constraint "ligne_ordreId_fkey";
