-- Who may do what with which row: a table to be read as one.
begin;

-- An account whose profile is missing, so that one could be made.
insert into auth.users (id, email, encrypted_password) values (tap.person('nina'), 'nina@example.org', 'a hash');
delete from public.profiles where id = tap.person('nina');

-- A change in an update, so that there is some history to be read.
do $$
begin
  perform private.name_film_update('A test');
  insert into public.films (spine, title, director) values (6000, 'In a test', 'Somebody');
  perform set_config('films.update_id', '', true);
end
$$;

-- The row is Olga's; a film is nobody's, and a role is Adam's, who is an admin by it.
create temporary table matrix (
  relation text, operation text, anonymous text, another text, owner text, admin text, statement text,
  -- What comes of it for who owns the tables.
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
  ('user_wishlist', 'update', 'not granted', 'not granted', 'not granted', 'not granted',
    $$update public.user_wishlist set film_id = tap.film(2) where user_id = tap.person('olga')$$),
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

-- What was done stays known, whoever would have it otherwise.
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
  -- A view of a union: nothing can be written to it.
  ('film_history', 'insert', '55000', '55000', '55000', '55000',
    $$insert into public.film_history (title) values ('a')$$, '55000'),
  ('film_history', 'update', '55000', '55000', '55000', '55000',
    $$update public.film_history set title = 'Nothing'$$, '55000'),
  ('film_history', 'delete', '55000', '55000', '55000', '55000',
    $$delete from public.film_history$$, '55000'),
  ('film_history', 'truncate', '42809', '42809', '42809', '42809',
    $$truncate public.film_history$$, '42809');

create temporary view cells as
select relation, operation, statement, caller, role, expected,
  case when operation <> 'select' then format('public.%I', relation)::regclass end as watched
from matrix, lateral (values
  ('a visitor', 'a visitor', anonymous),
  ('another person', 'ben', another),
  ('its owner', case relation when 'user_roles' then 'adam' else 'olga' end, owner),
  ('an admin', 'ada', admin)
) as cell (role, caller, expected);

-- What the matrix does not show: one's own rows moved to others or from others, and columns that are not one's to set.
create temporary table subtleties (behaviour text, caller text, expected text, statement text);
insert into subtleties values
  ('a tick without a name is the caller''s own', 'ben', 'done',
    $$insert into public.user_ownership (film_id, owns_dvd) values (tap.film(1), true)$$),
  ('a listing without a name is the caller''s own', 'ben', 'done',
    $$insert into public.user_wishlist (film_id) values (tap.film(1))$$),
  ('a visitor without a name lists nothing', 'a visitor', 'not granted',
    $$insert into public.user_watched (film_id) values (tap.film(1))$$),
  ('ticking again changes the flag', 'olga', 'done',
    $$insert into public.user_ownership (user_id, film_id, owns_bluray) values (tap.person('olga'), tap.film(1), true)
      on conflict (user_id, film_id) do update
      set user_id = excluded.user_id, film_id = excluded.film_id, owns_bluray = excluded.owns_bluray$$),
  ('nobody ticks another''s row by way of a conflict', 'ben', 'refused',
    $$insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('olga'), tap.film(1), false)
      on conflict (user_id, film_id) do update set owns_dvd = excluded.owns_dvd$$),
  ('nobody steals another''s row by way of a conflict', 'ben', 'nothing',
    $$update public.user_ownership set user_id = tap.person('ben') where user_id = tap.person('olga')$$),
  ('listing again does nothing', 'olga', 'nothing',
    $$insert into public.user_wishlist (user_id, film_id) values (tap.person('olga'), tap.film(1)) on conflict do nothing$$),
  ('watching again does nothing', 'olga', 'nothing',
    $$insert into public.user_watched (user_id, film_id) values (tap.person('olga'), tap.film(1)) on conflict do nothing$$),
  ('nobody gives an own row to another', 'olga', 'refused',
    $$update public.user_ownership set user_id = tap.person('ben')$$),
  ('an admin gives no own row to another either', 'ada', 'refused',
    $$insert into public.user_ownership (film_id) values (tap.film(1));
      update public.user_ownership set user_id = tap.person('ben')$$),
  ('nobody moves a wish to another', 'olga', 'not granted', $$update public.user_wishlist set user_id = tap.person('ben')$$),
  ('nobody moves a watching to another', 'olga', 'not granted', $$update public.user_watched set user_id = tap.person('ben')$$),
  ('nobody numbers a wish', 'olga', 'not granted',
    $$insert into public.user_wishlist (id, film_id) overriding system value values (7, tap.film(2))$$),
  ('nobody numbers a watching', 'olga', 'not granted',
    $$insert into public.user_watched (id, film_id) overriding system value values (7, tap.film(2))$$),
  ('nobody becomes another', 'olga', 'not granted',
    $$update public.profiles set id = tap.person('ben') where id = tap.person('olga')$$),
  ('a statement about everybody''s names changes the caller''s only', 'olga', '23514',
    $$update public.profiles set username = 'admin'$$),
  ('an admin numbers no film', 'ada', 'not granted',
    $$insert into public.films (id, spine, title, director) overriding system value values (77777, 5000, 'a', 'b')$$),
  ('an admin counts no revision', 'ada', 'not granted', $$update public.films set revision = 7 where spine = 1$$),
  ('an admin writes no search text', 'ada', '428C9', $$update public.films set search = 'x' where spine = 1$$),
  ('a visitor holds no row', 'a visitor', 'not granted', $$select from public.films where spine = 1 for update$$),
  ('nobody holds another''s row', 'ben', 'nothing',
    $$select from public.user_ownership where user_id = tap.person('olga') for update$$),
  ('a visitor makes no table', 'a visitor', 'not granted', $$create table public.mine (a integer)$$),
  ('nobody makes a table', 'ben', 'not granted', $$create table public.mine (a integer)$$),
  ('nobody switches a trigger off', 'ada', 'not granted', $$alter table public.films disable trigger all$$),
  ('a visitor winds no numbers back', 'a visitor', 'not granted', $$select setval('public.films_id_seq', 1)$$),
  ('nobody winds numbers back', 'ben', 'not granted', $$select setval('public.user_wishlist_id_seq', 1)$$),
  ('nobody takes the history''s numbers', 'ada', 'not granted', $$select nextval('public.film_changes_id_seq')$$),
  ('nobody takes numbers', 'ben', 'not granted', $$select nextval('public.user_watched_id_seq')$$);

select plan((5 + (select count(*) from matrix) + (select count(*) from cells) + (select count(*) from subtleties))::int);

select set_eq(
  'select relation, operation from matrix',
  $$select relname::text, operation
    from pg_class, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as operation
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')$$,
  'the matrix has every relation with every operation'
);

select is(
  (select bool_and(relrowsecurity) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')),
  true, 'every table has row-level security on'
);

select is_empty(
  $$select oid::regclass from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
      and not coalesce('security_invoker=true' = any (reloptions), false)$$,
  'every view shows its caller what the caller may see'
);

-- What is refused below is there to be had: the statement works for who owns the tables, or for nobody.
select is(
  tap.attempt(null, statement, case operation when 'truncate' then format('public.%I', relation)::regclass end),
  itself,
  format('%s: %s is %s in itself', relation, operation, itself)
) from matrix;

select is(
  tap.attempt(caller, statement, watched), expected, format('%s: %s by %s is %s', relation, operation, role, expected)
) from cells;

select is(tap.attempt(caller, statement), expected, behaviour) from subtleties;

-- The grants, whole: what is not in these lists is granted to no caller of the API.

select set_eq(
  $$select relname::text, grantee::regrole::text, string_agg(lower(privilege_type), ' ' order by privilege_type)
    from pg_class, aclexplode(relacl)
    -- 0 is everybody.
    where relnamespace = 'public'::regnamespace and grantee in (0, 'anon'::regrole, 'authenticated'::regrole)
    group by 1, 2$$,
  $$values
    ('films', 'anon', 'select'), ('films', 'authenticated', 'delete select'),
    ('profiles', 'anon', 'select'), ('profiles', 'authenticated', 'select'),
    ('user_roles', 'authenticated', 'select'),
    ('film_updates', 'authenticated', 'select'), ('film_changes', 'authenticated', 'select'),
    ('film_history', 'authenticated', 'select'),
    ('user_ownership', 'anon', 'select'), ('user_ownership', 'authenticated', 'delete select'),
    ('user_wishlist', 'anon', 'select'), ('user_wishlist', 'authenticated', 'delete select'),
    ('user_watched', 'anon', 'select'), ('user_watched', 'authenticated', 'delete select')$$,
  'tables, views and sequences are granted to callers so far and no further'
);

select set_eq(
  $$select relname::text, grantee::regrole::text, lower(privilege_type), attname::text
    from pg_attribute join pg_class on pg_class.oid = attrelid, aclexplode(attacl)
    where relnamespace = 'public'::regnamespace$$,
  $$select 'films' as relation, 'authenticated' as grantee, privilege, attname::text
    from pg_attribute, unnest(array['insert', 'update']) as privilege
    where attrelid = 'public.films'::regclass and attnum > 0 and attname not in ('id', 'search', 'revision')
    union all
    select 'user_ownership', 'authenticated', privilege, attname::text
    from pg_attribute, unnest(array['insert', 'update']) as privilege
    where attrelid = 'public.user_ownership'::regclass and attnum > 0
    union all values
    ('profiles', 'authenticated', 'update', 'username'), ('profiles', 'authenticated', 'update', 'visibility'),
    ('user_wishlist', 'authenticated', 'insert', 'user_id'), ('user_wishlist', 'authenticated', 'insert', 'film_id'),
    ('user_watched', 'authenticated', 'insert', 'user_id'), ('user_watched', 'authenticated', 'insert', 'film_id')$$,
  'columns are granted to callers so far and no further'
);

select * from finish();
rollback;
