-- How many rows one statement of a person changes.
begin;
select plan(9);

-- The tables in which a person writes several rows of their own.
create temporary view tracked as
select class.oid, relname from pg_class class
where relnamespace = 'public'::regnamespace and relkind = 'r'
  and (has_any_column_privilege('authenticated', oid, 'insert, update') or has_table_privilege('authenticated', oid, 'delete'))
  and exists (select from pg_attribute where attrelid = class.oid and attname = 'user_id')
  and not exists (
    select from pg_index where indrelid = class.oid and indisunique and indnatts = 1
      and pg_get_indexdef(indexrelid, 1, false) = 'user_id'
  );

select bag_has(
  'select relname::text from tracked',
  $$values ('user_ownership'), ('user_wishlist'), ('user_watched'), ('user_sets'), ('user_copies'), ('user_viewings'),
    ('user_wish_details')$$,
  'what people track is among the tables that are looked at'
);
select is_empty(
  $$select relname from tracked
    where 3 <> (
      select count(*) from pg_trigger where tgrelid = tracked.oid and tgfoid = 'private.limit_rows'::regproc
    )$$,
  'each table of what people track has the limit for each operation'
);
-- The lowest bits of its type say that a trigger runs for each row, and before it.
select is_empty(
  $$select relname, tgname from tracked join pg_trigger on tgrelid = tracked.oid
    where not tgisinternal and tgtype & 1 = 1 and tgtype & 2 = 0$$,
  'what follows a change of what people track is done once for a statement'
);

alter table public.user_viewings disable trigger user;
insert into public.user_viewings (user_id, film_id)
select tap.person('ben'), tap.film(1 + n % 250) from generate_series(1, 2501) as n;
alter table public.user_viewings enable trigger user;
insert into public.user_watched (user_id, film_id) select tap.person('ben'), tap.film(spine) from generate_series(1, 250) as spine;

select tap.become('ben');
select throws_ok(
  statement, '54000', 'One request can change at most 2,500 rows.', statement
) from unnest(array[
  'update public.user_viewings set note = ''x'' where user_id = tap.person(''ben'')',
  'delete from public.user_viewings where user_id = tap.person(''ben'')',
  'insert into public.user_viewings (film_id) select tap.film(1 + n % 250) from generate_series(1, 2501) as n'
]) as statement;
delete from public.user_viewings where id = (select id from public.user_viewings limit 1);
select lives_ok(
  'update public.user_viewings set note = ''x'' where user_id = tap.person(''ben'')', '2,500 rows can be changed at once'
);
select is((select count(*) from public.user_viewings where note = 'x'), 2500::bigint, 'all of them are changed');
insert into public.user_viewings (film_id) values (tap.film(3));
reset role;
select lives_ok('delete from auth.users where id = tap.person(''ben'')', 'an account with more rows can be deleted');

select * from finish();
rollback;
