-- The permissions of every role for every operation, as one table.
begin;

-- An account without a profile, so that a profile could be inserted.
insert into auth.users (id, email, encrypted_password) values (tap.person('nina'), 'nina@example.org', 'a hash');
delete from public.profiles where id = tap.person('nina');

-- A change in an update, so that the history has entries.
do $$
begin
  perform private.name_film_update('A test');
  insert into public.films (spine, title, director) values (6000, 'In a test', 'Somebody');
  perform set_config('films.update_id', '', true);
end
$$;

insert into public.film_aliases (film_id, kind, value) values (tap.film(1), 'title', 'In a test');
insert into public.sets (title, film_id) values ('In a test', tap.film(6000));
insert into public.set_films (set_id, position, film_id)
select id, 1, tap.film(1) from public.sets where title = 'In a test';
insert into public.sets (title) values ('Without a spine');
insert into public.news (film_id, kind) values (tap.film(1), 'spine');
insert into public.film_prices (film_id, format, price, currency, as_of, source)
values (tap.film(6000), 'dvd', 1, 'USD', '2026', 'x');

-- The rows are Olga's, except that films and sets have no owner and the role is Adam's.
create temporary table matrix (
  relation text, operation text, anonymous text, another text, owner text, admin text, statement text,
-- The result for the tables' owner.
  itself text not null default 'done'
);
insert into matrix (relation, operation, anonymous, another, owner, admin, statement) values
  ('films', 'select', 'done', 'done', 'done', 'done',
    $$select from public.films where spine = 1$$),
  ('films', 'insert', 'not granted', 'refused', 'refused', 'done',
    $$insert into public.films (spine, title, director) values (5000, 'a', 'b')$$),
  ('films', 'update', 'not granted', 'nothing', 'nothing', 'done',
    $$update public.films set title = 'x' where spine = 1$$),
  ('films', 'delete', 'not granted', 'nothing', 'nothing', 'done',
    $$delete from public.films where spine = 1$$),
  ('films', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.films cascade$$),

  ('film_aliases', 'select', 'done', 'done', 'done', 'done',
    $$select from public.film_aliases where value = 'In a test'$$),
  ('film_aliases', 'insert', 'not granted', 'refused', 'refused', 'done',
    $$insert into public.film_aliases (film_id, kind, value) values (tap.film(1), 'imdb', 'tt0000001')$$),
  ('film_aliases', 'update', 'not granted', 'nothing', 'nothing', 'done',
    $$update public.film_aliases set value = 'x' where value = 'In a test'$$),
  ('film_aliases', 'delete', 'not granted', 'nothing', 'nothing', 'done',
    $$delete from public.film_aliases where value = 'In a test'$$),
  ('film_aliases', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.film_aliases$$),

  ('sets', 'select', 'done', 'done', 'done', 'done',
    $$select from public.sets where title = 'In a test'$$),
  ('sets', 'insert', 'not granted', 'refused', 'refused', 'done',
    $$insert into public.sets (title) values ('Another')$$),
  ('sets', 'update', 'not granted', 'nothing', 'nothing', 'done',
    $$update public.sets set title = 'x' where title = 'In a test'$$),
  ('sets', 'delete', 'not granted', 'nothing', 'nothing', 'done',
    $$delete from public.sets where title = 'In a test'$$),
  ('sets', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.sets cascade$$),

  ('set_films', 'select', 'done', 'done', 'done', 'done',
    $$select from public.set_films where film_id = tap.film(1)$$),
  ('set_films', 'insert', 'not granted', 'refused', 'refused', 'done',
    $$insert into public.set_films (set_id, position, title) select id, 2, 'Ikiru' from public.sets where title = 'In a test'$$),
  ('set_films', 'update', 'not granted', 'nothing', 'nothing', 'done',
    $$update public.set_films set film_id = tap.film(3) where film_id = tap.film(1)$$),
  ('set_films', 'delete', 'not granted', 'nothing', 'nothing', 'done',
    $$delete from public.set_films where film_id = tap.film(1)$$),
  ('set_films', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.set_films$$),

  ('profiles', 'select', 'done', 'done', 'done', 'done',
    $$select from public.profiles where id = tap.person('olga')$$),
  ('profiles', 'insert', 'not granted', 'not granted', 'not granted', 'not granted',
    $$insert into public.profiles (id, username) values (tap.person('nina'), 'nina')$$),
  ('profiles', 'update', 'not granted', 'nothing', 'done', 'nothing',
    $$update public.profiles set username = 'olenka' where id = tap.person('olga')$$),
  ('profiles', 'delete', 'not granted', 'not granted', 'not granted', 'not granted',
    $$delete from public.profiles where id = tap.person('olga')$$),
  ('profiles', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.profiles cascade$$),

  ('user_ownership', 'select', 'done', 'done', 'done', 'done',
    $$select from public.user_ownership where user_id = tap.person('olga')$$),
  ('user_ownership', 'insert', 'not granted', 'refused', 'done', 'refused',
    $$insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('olga'), tap.film(2), true)$$),
  ('user_ownership', 'update', 'not granted', 'nothing', 'done', 'nothing',
    $$update public.user_ownership set owns_bluray = true where user_id = tap.person('olga')$$),
  ('user_ownership', 'delete', 'not granted', 'nothing', 'done', 'nothing',
    $$delete from public.user_ownership where user_id = tap.person('olga')$$),
  ('user_ownership', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.user_ownership$$),

  ('user_wishlist', 'select', 'done', 'done', 'done', 'done',
    $$select from public.user_wishlist where user_id = tap.person('olga')$$),
  ('user_wishlist', 'insert', 'not granted', 'refused', 'done', 'refused',
    $$insert into public.user_wishlist (user_id, film_id) values (tap.person('olga'), tap.film(2))$$),
  ('user_wishlist', 'update', 'not granted', 'nothing', 'done', 'nothing',
    $$update public.user_wishlist set wants_dvd = true, priority = 1 where user_id = tap.person('olga')$$),
  ('user_wishlist', 'delete', 'not granted', 'nothing', 'done', 'nothing',
    $$delete from public.user_wishlist where user_id = tap.person('olga')$$),
  ('user_wishlist', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.user_wishlist$$),

  ('user_watched', 'select', 'done', 'done', 'done', 'done',
    $$select from public.user_watched where user_id = tap.person('olga')$$),
  ('user_watched', 'insert', 'not granted', 'refused', 'done', 'refused',
    $$insert into public.user_watched (user_id, film_id) values (tap.person('olga'), tap.film(2))$$),
  ('user_watched', 'update', 'not granted', 'not granted', 'not granted', 'not granted',
    $$update public.user_watched set film_id = tap.film(2) where user_id = tap.person('olga')$$),
  ('user_watched', 'delete', 'not granted', 'nothing', 'done', 'nothing',
    $$delete from public.user_watched where user_id = tap.person('olga')$$),
  ('user_watched', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.user_watched$$),

  ('user_sets', 'select', 'done', 'done', 'done', 'done',
    $$select from public.user_sets where user_id = tap.person('olga')$$),
  ('user_sets', 'insert', 'not granted', 'refused', 'done', 'refused',
    $$insert into public.user_sets (user_id, set_id, owns_dvd)
      select tap.person('olga'), id, true from public.sets where title = 'Without a spine'$$),
  ('user_sets', 'update', 'not granted', 'nothing', 'done', 'nothing',
    $$update public.user_sets set owns_bluray = true where user_id = tap.person('olga')$$),
  ('user_sets', 'delete', 'not granted', 'nothing', 'done', 'nothing',
    $$delete from public.user_sets where user_id = tap.person('olga')$$),
  ('user_sets', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.user_sets$$),

  ('gift_links', 'select', 'not granted', 'nothing', 'done', 'nothing',
    $$select from public.gift_links where user_id = tap.person('olga')$$),
  ('gift_links', 'insert', 'not granted', 'not granted', 'not granted', 'not granted',
    $$insert into public.gift_links (user_id, token) values (tap.person('ben'), repeat('x', 32))$$),
  ('gift_links', 'update', 'not granted', 'not granted', 'not granted', 'not granted',
    $$update public.gift_links set token = repeat('x', 32) where user_id = tap.person('olga')$$),
  ('gift_links', 'delete', 'not granted', 'nothing', 'done', 'nothing',
    $$delete from public.gift_links where user_id = tap.person('olga')$$),
  ('gift_links', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.gift_links$$),

  ('user_copies', 'select', 'not granted', 'nothing', 'done', 'nothing',
    $$select from public.user_copies where user_id = tap.person('olga')$$),
  ('user_copies', 'insert', 'not granted', 'refused', 'done', 'refused',
    $$insert into public.user_copies (user_id, film_id, format) values (tap.person('olga'), tap.film(2), 'dvd')$$),
  ('user_copies', 'update', 'not granted', 'nothing', 'done', 'nothing',
    $$update public.user_copies set price = 1 where user_id = tap.person('olga')$$),
  ('user_copies', 'delete', 'not granted', 'nothing', 'done', 'nothing',
    $$delete from public.user_copies where user_id = tap.person('olga')$$),
  ('user_copies', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.user_copies$$),

  ('user_viewings', 'select', 'not granted', 'nothing', 'done', 'nothing',
    $$select from public.user_viewings where user_id = tap.person('olga')$$),
  ('user_viewings', 'insert', 'not granted', 'refused', 'done', 'refused',
    $$insert into public.user_viewings (user_id, film_id) values (tap.person('olga'), tap.film(2))$$),
  ('user_viewings', 'update', 'not granted', 'nothing', 'done', 'nothing',
    $$update public.user_viewings set rating = 1 where user_id = tap.person('olga')$$),
  ('user_viewings', 'delete', 'not granted', 'nothing', 'done', 'nothing',
    $$delete from public.user_viewings where user_id = tap.person('olga')$$),
  ('user_viewings', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.user_viewings$$),

  ('user_wish_details', 'select', 'not granted', 'nothing', 'done', 'nothing',
    $$select from public.user_wish_details where user_id = tap.person('olga')$$),
  ('user_wish_details', 'insert', 'not granted', 'refused', 'done', 'refused',
    $$insert into public.user_wish_details (user_id, film_id, note) values (tap.person('olga'), tap.film(2), 'x')$$),
  ('user_wish_details', 'update', 'not granted', 'nothing', 'done', 'nothing',
    $$update public.user_wish_details set price = 1 where user_id = tap.person('olga')$$),
  ('user_wish_details', 'delete', 'not granted', 'nothing', 'done', 'nothing',
    $$delete from public.user_wish_details where user_id = tap.person('olga')$$),
  ('user_wish_details', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.user_wish_details$$),

  ('film_prices', 'select', 'done', 'done', 'done', 'done',
    $$select from public.film_prices where film_id = tap.film(6000)$$),
  ('film_prices', 'insert', 'not granted', 'not granted', 'not granted', 'not granted',
    $$insert into public.film_prices (film_id, format, price, currency, as_of, source)
      values (tap.film(2), 'laserdisc', 1, 'USD', '2026', 'x')$$),
  ('film_prices', 'update', 'not granted', 'not granted', 'not granted', 'not granted',
    $$update public.film_prices set price = 2 where film_id = tap.film(6000)$$),
  ('film_prices', 'delete', 'not granted', 'not granted', 'not granted', 'not granted',
    $$delete from public.film_prices where film_id = tap.film(6000)$$),
  ('film_prices', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.film_prices$$),

  ('news', 'select', 'done', 'done', 'done', 'done',
    $$select from public.news where film_id = tap.film(1)$$),
  ('news', 'insert', 'not granted', 'not granted', 'not granted', 'not granted',
    $$insert into public.news (film_id, kind) values (tap.film(2), 'spine')$$),
  ('news', 'update', 'not granted', 'not granted', 'not granted', 'not granted',
    $$update public.news set happened_at = now() where film_id = tap.film(1)$$),
  ('news', 'delete', 'not granted', 'not granted', 'not granted', 'not granted',
    $$delete from public.news where film_id = tap.film(1)$$),
  ('news', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.news$$),

  ('imports', 'select', 'not granted', 'nothing', 'done', 'nothing',
    $$select from public.imports where user_id = tap.person('olga')$$),
  ('imports', 'insert', 'not granted', 'not granted', 'not granted', 'not granted',
    $$insert into public.imports (user_id, id, name, formats, wishlisted, watched)
      values (tap.person('olga'), gen_random_uuid(), 'x', 0, 0, 0)$$),
  ('imports', 'update', 'not granted', 'not granted', 'not granted', 'not granted',
    $$update public.imports set name = 'y' where user_id = tap.person('olga')$$),
  ('imports', 'delete', 'not granted', 'not granted', 'not granted', 'not granted',
    $$delete from public.imports where user_id = tap.person('olga')$$),
  ('imports', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.imports$$),

  ('user_roles', 'select', 'not granted', 'nothing', 'done', 'nothing',
    $$select from public.user_roles where user_id = tap.person('adam')$$),
  ('user_roles', 'insert', 'not granted', 'not granted', 'not granted', 'not granted',
    $$insert into public.user_roles (user_id, role) values (tap.person('ben'), 'admin')$$),
  ('user_roles', 'update', 'not granted', 'not granted', 'not granted', 'not granted',
    $$update public.user_roles set user_id = tap.person('ben') where user_id = tap.person('adam')$$),
  ('user_roles', 'delete', 'not granted', 'not granted', 'not granted', 'not granted',
    $$delete from public.user_roles where user_id = tap.person('adam')$$),
  ('user_roles', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.user_roles$$),

  ('film_updates', 'select', 'not granted', 'nothing', 'nothing', 'done',
    $$select from public.film_updates where name = 'A test'$$),
  ('film_updates', 'insert', 'not granted', 'not granted', 'not granted', 'not granted',
    $$insert into public.film_updates (id, name) values (gen_random_uuid(), 'Another')$$),

  ('film_changes', 'select', 'not granted', 'nothing', 'nothing', 'done',
    $$select from public.film_changes where title = 'In a test'$$),
  ('film_changes', 'insert', 'not granted', 'not granted', 'not granted', 'not granted',
    $$insert into public.film_changes (film_id, spine, title, operation, search) values (1, 1, 'a', 'added', 'a')$$),

  ('film_history', 'select', 'not granted', 'nothing', 'nothing', 'done',
    $$select from public.film_history where title = 'In a test'$$);

-- Not even the tables' owner can change the history.
insert into matrix values
  ('film_updates', 'update', 'not granted', 'not granted', 'not granted', 'not granted',
    $$update public.film_updates set name = 'Nothing'$$, 'not granted'),
  ('film_updates', 'delete', 'not granted', 'not granted', 'not granted', 'not granted',
    $$delete from public.film_updates$$, 'not granted'),
  ('film_updates', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.film_updates$$, 'not granted'),
  ('film_changes', 'update', 'not granted', 'not granted', 'not granted', 'not granted',
    $$update public.film_changes set title = 'Nothing'$$, 'not granted'),
  ('film_changes', 'delete', 'not granted', 'not granted', 'not granted', 'not granted',
    $$delete from public.film_changes$$, 'not granted'),
  ('film_changes', 'truncate', 'not granted', 'not granted', 'not granted', 'not granted',
    $$truncate public.film_changes$$, 'not granted'),
-- A view of a union is not writable.
  ('film_history', 'insert', '55000', '55000', '55000', '55000',
    $$insert into public.film_history (title) values ('a')$$, '55000'),
  ('film_history', 'update', '55000', '55000', '55000', '55000',
    $$update public.film_history set title = 'Nothing'$$, '55000'),
  ('film_history', 'delete', '55000', '55000', '55000', '55000',
    $$delete from public.film_history$$, '55000'),
  ('film_history', 'truncate', '42809', '42809', '42809', '42809',
    $$truncate public.film_history$$, '42809');

-- On a hosted project every new table is granted to the service role, whose rights are the platform's.
create temporary view platform as
select exists (select from pg_default_acl where defaclnamespace = 'public'::regnamespace) as is_hosted;

-- The service role bypasses the row rules and may read only.
create temporary view cells as
select relation, operation, statement, caller, role, expected,
  case when operation <> 'select' then format('public.%I', relation)::regclass end as watched
from matrix, lateral (values
  ('a visitor', 'a visitor', anonymous),
  ('another person', 'ben', another),
  ('its owner', case relation when 'user_roles' then 'adam' else 'olga' end, owner),
  ('an admin', 'ada', admin),
  ('the service role', 'the service', case operation when 'select' then 'done' else anonymous end)
) as cell (role, caller, expected)
where caller <> 'the service' or not (select is_hosted from platform);

-- What no client calls, and the views that read past the row rules: no caller reads or writes them.
create temporary view hidden as
select format('%I.%I', nspname, relname) as relation, operation, caller,
  case operation
    when 'select' then format('select from %I.%I', nspname, relname)
    when 'insert' then format('insert into %I.%I default values', nspname, relname)
    when 'update' then format('update %I.%I set %I = %4$I', nspname, relname, attname, attname)
    when 'delete' then format('delete from %I.%I', nspname, relname)
    else format('truncate %I.%I', nspname, relname)
  end as statement
from pg_class
join pg_namespace on pg_namespace.oid = relnamespace
join pg_attribute on attrelid = pg_class.oid and attnum = 1
cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as operation
cross join unnest(array['a visitor', 'ben', 'olga', 'ada', 'the service']) as caller
where nspname in ('private', 'sealed') and (relkind = 'r' or relkind = 'v' and operation = 'select');

-- Cases outside the matrix: rows moved between people, and columns that a caller may not set.
create temporary table subtleties (behaviour text, caller text, expected text, statement text);
insert into subtleties values
  ('a tick without a user_id belongs to the caller', 'ben', 'done',
    $$insert into public.user_ownership (film_id, owns_dvd) values (tap.film(1), true)$$),
  ('a list entry without a user_id belongs to the caller', 'ben', 'done',
    $$insert into public.user_wishlist (film_id) values (tap.film(1))$$),
  ('a visitor cannot add a list entry', 'a visitor', 'not granted',
    $$insert into public.user_watched (film_id) values (tap.film(1))$$),
  ('ticking again changes the flag', 'olga', 'done',
    $$insert into public.user_ownership (user_id, film_id, owns_bluray) values (tap.person('olga'), tap.film(1), true)
      on conflict (user_id, film_id) do update
      set user_id = excluded.user_id, film_id = excluded.film_id, owns_bluray = excluded.owns_bluray$$),
  ('an upsert cannot change another person''s row', 'ben', 'refused',
    $$insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('olga'), tap.film(1), false)
      on conflict (user_id, film_id) do update set owns_dvd = excluded.owns_dvd$$),
  ('a person cannot take over another person''s row', 'ben', 'nothing',
    $$update public.user_ownership set user_id = tap.person('ben') where user_id = tap.person('olga')$$),
  ('adding a wishlist entry again does nothing', 'olga', 'nothing',
    $$insert into public.user_wishlist (user_id, film_id) values (tap.person('olga'), tap.film(1)) on conflict do nothing$$),
  ('adding a watched entry again does nothing', 'olga', 'nothing',
    $$insert into public.user_watched (user_id, film_id) values (tap.person('olga'), tap.film(1)) on conflict do nothing$$),
  ('a person cannot transfer an ownership row', 'olga', 'refused',
    $$update public.user_ownership set user_id = tap.person('ben')$$),
  ('an admin cannot transfer an ownership row', 'ada', 'refused',
    $$insert into public.user_ownership (film_id) values (tap.film(1));
      update public.user_ownership set user_id = tap.person('ben')$$),
  ('a person cannot transfer a wishlist entry', 'olga', 'not granted',
    $$update public.user_wishlist set user_id = tap.person('ben')$$),
  ('a person cannot transfer a copy', 'olga', 'refused',
    $$update public.user_copies set user_id = tap.person('ben')$$),
  ('a person cannot take over another person''s copy', 'ben', 'nothing',
    $$update public.user_copies set user_id = tap.person('ben')$$),
  ('a person cannot transfer a viewing', 'olga', 'refused',
    $$update public.user_viewings set user_id = tap.person('ben')$$),
  ('a person cannot transfer the details of a wish', 'olga', 'refused',
    $$update public.user_wish_details set user_id = tap.person('ben')$$),
  ('a person cannot transfer a set', 'olga', 'refused',
    $$update public.user_sets set user_id = tap.person('ben')$$),
  ('a copy without a user_id belongs to the caller', 'ben', 'done',
    $$insert into public.user_copies (film_id, format) values (tap.film(1), 'dvd')$$),
  ('an upsert cannot change another person''s copy', 'ben', 'refused',
    $$insert into public.user_copies (user_id, id, film_id, format)
      values (tap.person('olga'), md5('copy')::uuid, tap.film(1), 'dvd')
      on conflict (user_id, id) do update set format = excluded.format$$),
  ('an upsert cannot change another person''s viewing', 'ben', 'refused',
    $$insert into public.user_viewings (user_id, id, film_id) values (tap.person('olga'), md5('viewing')::uuid, tap.film(1))
      on conflict (user_id, id) do update set note = excluded.note$$),
  ('an upsert cannot change another person''s wish', 'ben', 'refused',
    $$insert into public.user_wishlist (user_id, film_id, priority) values (tap.person('olga'), tap.film(1), 1)
      on conflict (user_id, film_id) do update set priority = excluded.priority$$),
  ('an upsert cannot change the details of another person''s wish', 'ben', 'refused',
    $$insert into public.user_wish_details (user_id, film_id, note) values (tap.person('olga'), tap.film(1), 'x')
      on conflict (user_id, film_id) do update set note = excluded.note$$),
  ('an upsert cannot change another person''s set', 'ben', 'refused',
    $$insert into public.user_sets (user_id, set_id, owns_dvd)
      select tap.person('olga'), id, true from public.sets where title = 'A set without a spine'
      on conflict (user_id, set_id) do update set owns_dvd = excluded.owns_dvd$$),
  ('an insert that ignores conflicts is refused where another person has a copy', 'ben', 'refused',
    $$insert into public.user_copies (user_id, id, film_id, format)
      select user_id, id, tap.film(1), 'dvd' from (values (tap.person('olga'), md5('copy')::uuid)) as own (user_id, id)
      on conflict do nothing$$),
  ('a copy may have the id of another person''s', 'ben', 'done',
    $$insert into public.user_copies (id, film_id, format) values (md5('copy')::uuid, tap.film(1), 'dvd')
      on conflict (user_id, id) do update set format = excluded.format$$),
  ('a person cannot take over another person''s viewing', 'ben', 'nothing',
    $$update public.user_viewings set user_id = tap.person('ben')$$),
  ('a person cannot take over another person''s wish', 'ben', 'nothing',
    $$update public.user_wishlist set user_id = tap.person('ben') where user_id = tap.person('olga')$$),
  ('a person cannot take over the details of another person''s wish', 'ben', 'nothing',
    $$update public.user_wish_details set user_id = tap.person('ben')$$),
  ('a person cannot take over another person''s set', 'ben', 'nothing',
    $$update public.user_sets set user_id = tap.person('ben') where user_id = tap.person('olga')$$),
  ('an admin cannot take over another person''s copy', 'ada', 'nothing',
    $$update public.user_copies set user_id = tap.person('ada')$$),
  ('a person cannot lock another person''s copy', 'ben', 'nothing', $$select from public.user_copies for update$$),
  ('a person cannot lock another person''s viewing', 'ben', 'nothing', $$select from public.user_viewings for update$$),
  ('a person cannot take back another person''s import', 'ben', 'PT404',
    $$select public.undo_import(md5('import')::uuid)$$),
  ('an import under the id of another person''s is one''s own', 'ben', 'done',
    $$select public.commit_import(md5('import')::uuid, 'x', '[]')$$),
  ('a person cannot send marks as another', 'ben', 'not granted',
    $$select public.apply_marks(tap.person('olga'), '[]', 1)$$),
  ('a person cannot transfer a watched entry', 'olga', 'not granted',
    $$update public.user_watched set user_id = tap.person('ben')$$),
  ('a person cannot choose the id of a wishlist entry', 'olga', 'not granted',
    $$insert into public.user_wishlist (id, film_id) overriding system value values (7, tap.film(2))$$),
  ('a person cannot choose the id of a watched entry', 'olga', 'not granted',
    $$insert into public.user_watched (id, film_id) overriding system value values (7, tap.film(2))$$),
  ('a person cannot change the id of their profile', 'olga', 'not granted',
    $$update public.profiles set id = tap.person('ben') where id = tap.person('olga')$$),
  ('an update of all profiles changes only the caller''s own', 'olga', '23514',
    $$update public.profiles set username = 'admin'$$),
  ('an admin cannot choose the id of a film', 'ada', 'not granted',
    $$insert into public.films (id, spine, title, director) overriding system value values (77777, 5000, 'a', 'b')$$),
  ('an admin cannot set a revision', 'ada', 'not granted', $$update public.films set revision = 7 where spine = 1$$),
  ('an admin cannot choose the id of a set', 'ada', 'not granted',
    $$insert into public.sets (id, title) overriding system value values (77777, 'a')$$),
  ('an admin cannot set the revision of a set', 'ada', 'not granted', $$update public.sets set revision = 7$$),
  ('an admin cannot set a sequence of sets', 'ada', 'not granted', $$select setval('public.sets_id_seq', 1)$$),
  ('an admin cannot set the search text', 'ada', '428C9', $$update public.films set search = 'x' where spine = 1$$),
  ('a visitor cannot lock a row', 'a visitor', 'not granted', $$select from public.films where spine = 1 for update$$),
  ('a person cannot lock another person''s row', 'ben', 'nothing',
    $$select from public.user_ownership where user_id = tap.person('olga') for update$$),
  ('a visitor cannot create a table', 'a visitor', 'not granted', $$create table public.mine (a integer)$$),
  ('a person cannot create a table', 'ben', 'not granted', $$create table public.mine (a integer)$$),
  ('an admin cannot disable triggers', 'ada', 'not granted', $$alter table public.films disable trigger all$$),
  ('a visitor cannot set a sequence', 'a visitor', 'not granted', $$select setval('public.films_id_seq', 1)$$),
  ('a person cannot set a sequence', 'ben', 'not granted', $$select setval('public.user_wishlist_id_seq', 1)$$),
  ('an admin cannot use the history''s sequence', 'ada', 'not granted',
    $$select nextval('public.film_changes_id_seq')$$),
  ('a person cannot use a sequence', 'ben', 'not granted', $$select nextval('public.user_watched_id_seq')$$);

select plan((
  7 + (select count(*) from matrix) + (select count(*) from cells) + (select count(*) from hidden)
  + (select count(*) from subtleties)
)::int);

select set_eq(
  'select relation, operation from matrix',
  $$select relname::text, operation
    from pg_class, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as operation
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')$$,
  'the matrix contains every relation with every operation'
);

select is(
  (select bool_and(relrowsecurity) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')),
  true, 'every table has row-level security enabled'
);

select is_empty(
  $$select oid::regclass from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
      and not coalesce('security_invoker=true' = any (reloptions), false)$$,
  'every view runs with its caller''s rights'
);

-- The refusals below are not caused by invalid statements: each works for the tables' owner, unless noted.
select is(
  tap.attempt(null, statement, case operation when 'truncate' then format('public.%I', relation)::regclass end),
  itself,
  format('%s: %s as the tables'' owner returns %s', relation, operation, itself)
) from matrix;

select is(
  tap.attempt(caller, statement, watched), expected,
    format('%s: %s by %s returns %s', relation, operation, role, expected)
) from cells;

select is(
  tap.attempt(caller, statement), 'not granted', format('%s: %s by %s is not granted', relation, operation, caller)
) from hidden;

select isnt_empty(
  $$select from hidden where relation in ('private.removed_details', 'private.import_details', 'private.import_marks',
    'private.import_set_marks', 'private.news_seen', 'private.moved_sets', 'sealed.viewings') having count(distinct relation) = 7$$,
  'what was removed or moved, what an import made and what a person has seen are among these'
);

select is(tap.attempt(caller, statement), expected, behaviour) from subtleties;

-- All grants: callers of the API have no privilege that is missing here.

select set_eq(
  $$select relname::text, grantee::regrole::text, string_agg(lower(privilege_type), ' ' order by privilege_type)
    from pg_class, aclexplode(relacl)
-- 0 is PUBLIC.
    where relnamespace = 'public'::regnamespace and grantee in (0, 'anon'::regrole, 'authenticated'::regrole)
    group by 1, 2$$,
  $$values
    ('films', 'anon', 'select'), ('films', 'authenticated', 'delete select'),
    ('film_aliases', 'anon', 'select'), ('film_aliases', 'authenticated', 'delete select'),
    ('sets', 'anon', 'select'), ('sets', 'authenticated', 'delete select'),
    ('set_films', 'anon', 'select'), ('set_films', 'authenticated', 'delete select'),
    ('profiles', 'anon', 'select'), ('profiles', 'authenticated', 'select'),
    ('user_roles', 'authenticated', 'select'), ('imports', 'authenticated', 'select'),
    ('film_updates', 'authenticated', 'select'), ('film_changes', 'authenticated', 'select'),
    ('film_history', 'authenticated', 'select'),
    ('user_ownership', 'anon', 'select'), ('user_ownership', 'authenticated', 'delete select'),
    ('user_wishlist', 'anon', 'select'), ('user_wishlist', 'authenticated', 'delete select'),
    ('film_prices', 'anon', 'select'), ('film_prices', 'authenticated', 'select'),
    ('news', 'anon', 'select'), ('news', 'authenticated', 'select'),
    ('user_sets', 'anon', 'select'), ('user_sets', 'authenticated', 'delete select'),
    ('user_copies', 'authenticated', 'delete select'), ('user_viewings', 'authenticated', 'delete select'),
    ('user_wish_details', 'authenticated', 'delete select'), ('gift_links', 'authenticated', 'delete select'),
    ('user_watched', 'anon', 'select'), ('user_watched', 'authenticated', 'delete select')$$,
  'callers have exactly these privileges on tables, views and sequences'
);

select set_eq(
  $$select relname::text, grantee::regrole::text, lower(privilege_type), attname::text
    from pg_attribute join pg_class on pg_class.oid = attrelid, aclexplode(attacl)
    where relnamespace = 'public'::regnamespace$$,
  $$select 'films' as relation, 'authenticated' as grantee, privilege, attname::text
    from pg_attribute, unnest(array['insert', 'update']) as privilege
    where attrelid = 'public.films'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'search', 'revision')
    union all
    select relation, 'authenticated', privilege, attname::text
    from
      unnest(array['user_ownership', 'user_sets', 'user_copies', 'user_viewings', 'user_wish_details', 'user_wishlist',
        'film_aliases', 'sets', 'set_films']) as relation,
      pg_attribute, unnest(array['insert', 'update']) as privilege
    where attrelid = ('public.' || relation)::regclass and attnum > 0 and (relation <> 'sets' or attname not in ('id', 'revision'))
      and (relation <> 'user_wishlist' or attname <> 'id')
    union all values
    ('profiles', 'authenticated', 'update', 'username'), ('profiles', 'authenticated', 'update', 'visibility'),
    ('profiles', 'authenticated', 'update', 'collection_visibility'),
    ('profiles', 'authenticated', 'update', 'watched_visibility'),
    ('profiles', 'authenticated', 'update', 'wishlist_visibility'),
    ('user_watched', 'authenticated', 'insert', 'user_id'), ('user_watched', 'authenticated', 'insert', 'film_id')$$,
  'callers have exactly these privileges on columns'
);

select set_eq(
  $$select relname::text, string_agg(lower(privilege_type), ' ' order by privilege_type)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace, aclexplode(relacl)
    where nspname in ('public', 'private') and grantee = 'service_role'::regrole and not (select is_hosted from platform)
    group by 1$$,
  $$select distinct relation, 'select' from matrix where not (select is_hosted from platform)$$,
  'the service role may read each table of the API and nothing else'
);

select * from finish();
rollback;
