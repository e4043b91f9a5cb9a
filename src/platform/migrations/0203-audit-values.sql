alter table platform.audit add column libelle text, add column modifications json;
