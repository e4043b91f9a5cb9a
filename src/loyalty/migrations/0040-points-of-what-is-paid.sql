-- What was told of an order before or after its delivery, in whatever order: `payeCents`, what was paid, rises; `plafondCents`,
-- what refunds have left of it, falls. The points are those of the lesser of the two, from the delivery on.
alter table loyalty.attribution
  add column livree boolean not null default true,
  add column "payeCents" bigint,
  add column "plafondCents" bigint;
-- Points that were given up to now are those of what was paid; the cents beyond whole euros make no difference.
update loyalty.attribution set "payeCents" = points::bigint * 100;
alter table loyalty.attribution alter column livree drop default, alter column "payeCents" set not null;
