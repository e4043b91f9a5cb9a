-- The copy is compared with the promotions area every minute, a count and a sum of versions for each run of ids.
create index promotion_versions on orders.promotion (id) include (version);
