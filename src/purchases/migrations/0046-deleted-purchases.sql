-- What was taken out of the history by hand still accounts for its order.
create index achat_supprime on purchases.achat ("ordreId") where "deletedAt" is not null and "ordreId" is not null;
