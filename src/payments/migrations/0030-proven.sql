-- Whether the customer of a link, and of a payment, is proven: they pay themselves, or somebody pays who speaks for them.
-- Else they were merely named. What there was before the two were told apart counts as theirs.
alter table payments.lien rename column identifie to prouve;
alter table payments.transaction add column prouve boolean not null default true;
alter table payments.transaction alter column prouve drop default;
