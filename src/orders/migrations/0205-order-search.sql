-- A note of the staff about the whole order.
alter table orders.commande add column "noteInterne" text;

-- The terms by which staff find an order: its id from both ends (`<` backwards), the words of names, e-mail addresses,
-- telephone numbers (`+`, French ones in the national form) and articles (`=`). `orders/reading/search-terms.ts` matches them.
create or replace function orders.termes(id text, client json, adresse json, lignes json) returns tsvector
  language sql immutable parallel safe cost 1000
  return (
    with champ as (
      select key, plain(left(value, 200)) as value from json_each_text(client)
      union all
      select key, plain(left(value, 200)) from json_each_text(adresse))
    select array_to_tsvector(array_agg(terme)) from (
      values (lower(id)), ('<' || reverse(lower(id)))
      union all
      select regexp_split_to_table(value, '[\s''’.,/()-]+') from champ
      where key in ('prenom', 'firstName', 'nom', 'lastName', 'name', 'raisonSociale', 'societe', 'entreprise', 'company')
      union all
      select value from champ where key in ('email', 'adresseMail', 'mail')
      union all
      select '+' || regexp_replace(regexp_replace(value, '[^0-9+]', '', 'g'), '^(\+|00)330?', '0') from champ
      where key in ('telephone', 'telephoneMobile', 'phone')
      union all
      select '=' || (ligne->>'articleId') from json_array_elements(lignes) as ligne
    ) as terme (terme) where terme <> '');

-- One index for all terms: a further one would cost every order that is placed or changes its status. The limit, in kB, bounds
-- the write that merges the pending list to tens of milliseconds.
-- built ahead
create index if not exists commande_recherche on orders.commande
  using gin (orders.termes("ordreId", "clientInfo", "adresseLivraison", lignes)) with (gin_pending_list_limit = 512);
