-- How often each thing was done that has a limit, in the shape that rate-limiter-flexible reads: `expire` is real time, in
-- milliseconds. Not logged: after a crash of PostgreSQL the counting begins anew.
create unlogged table platform.limite (
  key text primary key,
  points integer not null,
  expire bigint
);
create index on platform.limite (expire);
