-- What is bought, as the page of a link shows it: `[{nom, quantite, totalCents}]`. Orders tells it when the link is made, so that
-- the page asks nobody. Null for what is no order of the platform's, and for links of before.
alter table payments.lien add column articles json;
