-- Imported lines that are probably wrong, as JSON.
alter table platform.importation add column avertissements json;
