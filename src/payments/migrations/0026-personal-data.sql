-- A customer's payments and links are also found by loyalty's number, when they ask for their data or for its erasure.
create index on payments.transaction (fidelise) where fidelise is not null;
create index on payments.lien ("clientId");
create index on payments.lien ("clientFideliseId") where "clientFideliseId" is not null;
