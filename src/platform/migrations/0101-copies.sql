-- Events that are wanted as copies, besides those that their consumers take: on which queue, and of which queues (# is all).
-- What is no longer wanted stays until the broker has been told.
create table platform.copie_evenement (
  copie text not null,
  file text not null,
  voulue boolean not null,
  primary key (copie, file)
);
