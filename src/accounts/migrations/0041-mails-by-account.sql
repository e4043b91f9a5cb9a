-- An erasure finds what was written to an account without reading every mail.
create index on accounts.courriel ("compteId") where "compteId" is not null;
