-- The same, quicker: unaccent() takes 3 of the 4 microseconds that a name of 60 letters costs, and ASCII has no accents.
create or replace function public.plain(text) returns text
  language sql immutable strict parallel safe
  return case when octet_length($1) = char_length($1) then lower($1)
    else lower(public.unaccent('public.unaccent'::regdictionary, $1)) end;
