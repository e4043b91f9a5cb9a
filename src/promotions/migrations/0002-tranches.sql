-- Orders compares its copy with these records every minute, a count and a sum of versions for each run of ids.
create index promotion_versions on promotions.promotion (id) include (version);
