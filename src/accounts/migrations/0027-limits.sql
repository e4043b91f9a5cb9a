-- platform.limite counts in its place.
drop table accounts.tentative;
