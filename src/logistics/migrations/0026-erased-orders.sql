-- Orders whose customer was erased. Their preparation may still be asked for, with the address in the message: the slip is
-- then written without it.
create table logistics.commande_effacee (
  "ordreId" text primary key,
  pseudonyme text not null
);
create index on logistics.bordereau ("clientId");
