-- The language of the link's page, `fr` or `en`.
alter table payments.lien add column langue text not null default 'fr';
