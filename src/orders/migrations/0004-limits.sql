-- platform.limite counts in its place.
drop table orders.cadence;
