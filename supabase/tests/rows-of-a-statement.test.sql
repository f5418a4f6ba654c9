-- How many rows one statement of a person changes.
begin;
select plan(7);

select is_empty(
  $$select relname from pg_class
    where relnamespace = 'public'::regnamespace and relname like 'user\_%' and relname <> 'user_roles' and relkind = 'r'
      and 3 <> (
        select count(*) from pg_trigger where tgrelid = pg_class.oid and tgfoid = 'private.limit_rows'::regproc
      )$$,
  'each table of what people track has the limit for each operation'
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
