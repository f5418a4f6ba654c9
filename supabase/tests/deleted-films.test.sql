-- A deleted film hides everyone's marks, and a restored one shows them again; no row of a person is written.
begin;
select plan(39);

create function pg_temp.restore(of_spine integer) returns void language sql as $$
  select public.restore_film((select film_id from public.film_changes where spine = of_spine limit 1))
$$;
create function pg_temp.tracked(name text) returns text language sql as $$
  select concat_ws(' ',
    (select 'owns ' || own::text from (select owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k
      from public.user_ownership where user_id = tap.person(name) and film_id = tap.film(6000)) as own),
    (select 'wants' from public.user_wishlist where user_id = tap.person(name) and film_id = tap.film(6000)),
    (select 'watched' from public.user_watched where user_id = tap.person(name) and film_id = tap.film(6000)))
$$;

insert into public.films (spine, title, director, country, year, bluray, imdb_link, search)
overriding user value values (6000, 'The Test', 'Somebody', 'Japan', 1960, true, 'https://imdb.com/', default);
insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
values (tap.person('zoe'), 'zoe@example.org', 'a hash', '{"username": "zoe"}');
insert into public.user_ownership (user_id, film_id, owns_dvd, owns_bluray)
values (tap.person('olga'), tap.film(6000), true, true), (tap.person('ada'), tap.film(6000), false, false),
  (tap.person('zoe'), tap.film(6000), true, false);
insert into public.user_wishlist (user_id, film_id)
values (tap.person('olga'), tap.film(6000)), (tap.person('ben'), tap.film(6000));
insert into public.user_watched (user_id, film_id)
values (tap.person('ben'), tap.film(6000)), (tap.person('zoe'), tap.film(6000));
create temporary table former as select * from public.films where spine = 6000;
grant select on former to anon, authenticated;
insert into public.film_prices (film_id, format, price, currency, as_of, source)
values (tap.film(6000), 'dvd', 29.95, 'USD', '2026-11', 'a shop'), (tap.film(6000), 'bluray', 39.95, 'USD', '2026-11', 'a shop');
insert into public.news (film_id, kind, format, happened_at) values (tap.film(6000), 'out_of_print', 'dvd', '2026-11-20');
create function pg_temp.facts() returns setof jsonb language sql as $$
  select to_jsonb(asked) from public.film_prices asked where film_id = (select id from former)
  union all select to_jsonb(entry) from public.news entry where film_id = (select id from former)
$$;
create temporary table facts as select * from pg_temp.facts() as fact;
grant select on facts to authenticated;
-- Where each row is and which command wrote it: a row that is written again differs.
create function pg_temp.marks() returns setof record language sql as $$
  select 'owned', user_id, ctid::text, cmin::text, xmin::text from public.user_ownership where film_id = (select id from former)
  union all
  select 'wanted', user_id, ctid::text, cmin::text, xmin::text from public.user_wishlist where film_id = (select id from former)
  union all
  select 'watched', user_id, ctid::text, cmin::text, xmin::text from public.user_watched where film_id = (select id from former)
$$;
create temporary table marks as
select * from pg_temp.marks() as mark (list text, user_id uuid, place text, command text, made_by text);

select is(tap.attempt('a visitor', $$select public.restore_film(1)$$), 'not granted',
  'a visitor cannot restore a film');
select tap.become('ben');
select throws_ok($$select public.restore_film(1)$$, '42501', 'Only admins change the catalogue.',
  'a person who is not an admin cannot restore a film');
select is(tap.attempt('a visitor', $$select public.count_film_trackers(1)$$), 'not granted',
  'a visitor cannot count the people who track a film');

select tap.become('ada');
select is(public.count_film_trackers(tap.film(6000)), 3,
  'a person with any mark counts once, and one without marks does not count');
select is(public.count_film_trackers(-1), 0, 'an unknown film has no trackers');

delete from public.films where spine = 6000;
select is(pg_temp.tracked(name), '', 'a deleted film hides its marks from ' || name)
from unnest(array['olga', 'ben', 'ada']) as name, lateral (select tap.become(name)) as caller;
select tap.become('a visitor');
select is(pg_temp.tracked('olga'), '', 'a deleted film hides its marks from a visitor');
select is_empty('select from pg_temp.facts()', 'a deleted film has no prices and no news');
select tap.become('olga');
select throws_ok(
  format('insert into public.%I (user_id, film_id) values (tap.person(''olga''), (select id from former))%s', relation, conflict),
  '23503', null, relation || ' refuses a deleted film' || conflict
)
from unnest(array['user_ownership', 'user_wishlist', 'user_watched']) as relation,
  unnest(array['', ' on conflict do nothing']) as conflict;
select throws_ok(
  $$update public.user_ownership set film_id = (select id from former) where film_id = tap.film(1)$$,
  '23503', null, 'no mark moves to a deleted film'
);
reset role;
select bag_eq('select * from pg_temp.marks() as (a text, b uuid, c text, d text, e text)', 'select * from marks',
  'deleting a film writes no mark');
delete from auth.users where id = tap.person('zoe');
select is_empty($$select from pg_temp.marks() as (a text, b uuid, c text, d text, e text) where b = tap.person('zoe')$$,
  'deleting an account deletes its hidden marks');

select tap.become('ada');
select pg_temp.restore(6000);
select results_eq('select * from public.films where spine = 6000', 'select * from former',
  'a restored film has its former values');
select is(pg_temp.tracked('olga'), 'owns (f,t,t,f) wants', 'a restored film has the first person''s marks');
select is(pg_temp.tracked('ben'), 'wants watched', 'a restored film has the second person''s marks');
select is(pg_temp.tracked('ada'), 'owns (f,f,f,f)', 'a restored film has ownership rows without ticks');
select is((select count(*) from public.user_watched where film_id = tap.film(6000)), 1::bigint,
  'a restored film has no marks of deleted accounts');
select throws_ok('select pg_temp.restore(6000)', 'PT409', 'The film is in the catalogue already.',
  'a film can be restored only once');
reset role;
select bag_eq(
  'select * from pg_temp.marks() as (a text, b uuid, c text, d text, e text)',
  $$select * from marks where user_id <> tap.person('zoe')$$, 'restoring a film writes no mark'
);
select is_empty('select from private.deleted_films where film_id = (select id from former)', 'a restored film is not deleted');
select is((select count(*) from facts), 4::bigint, 'it had two prices and two entries of the news');
select bag_eq('select * from pg_temp.facts()', 'select * from facts', 'a restored film has its prices and its news as they were');

-- The film is deleted a second time.
delete from public.film_prices where film_id = (select id from former) and format = 'dvd';

delete from public.user_wishlist where user_id = tap.person('olga') and film_id = tap.film(6000);
delete from public.films where spine = 6000;
select tap.become('adam');
insert into public.films (spine, title, director) values (6000, 'Usurper', 'b');
select throws_ok('select pg_temp.restore(6000)', 'PT409', 'Spine 6000 now belongs to “Usurper”.',
  'a film cannot be restored while another film has its spine');
select is_empty($$select from public.user_watched where film_id = (select id from former)$$,
  'a refused restoration restores no marks');
update public.films set spine = 6009 where title = 'Usurper';
select public.restore_film((select id from former));
select is(pg_temp.tracked('olga'), 'owns (f,t,t,f)', 'a second restoration restores the latest marks');
select is(pg_temp.tracked('ben'), 'wants watched', 'a second restoration restores every person''s marks');
select bag_eq('select * from pg_temp.facts()', $$select * from facts where fact ->> 'format' is distinct from 'dvd' or fact ? 'kind'$$,
  'a second restoration restores the latest prices and news');
reset role;
select is_empty(
  'select from private.prices_of_deleted_films union all select from private.news_of_deleted_films',
  'no prices or news of a restored film stay set aside'
);
select tap.become('adam');
select is((select count(*) from public.film_history where film_id = (select id from former) and operation = 'restored'),
  2::bigint, 'the history contains each restoration');

select throws_ok($$select public.restore_film(tap.film(1))$$, 'PT404', 'That film was never deleted.',
  'a film that was never deleted cannot be restored');
select throws_ok($$select public.restore_film(null)$$, 'PT404', null, 'a null film cannot be restored');
reset role;
delete from public.user_roles where user_id = tap.person('adam');
select tap.become('adam');
select throws_ok($$select public.restore_film(1)$$, '42501', null, 'a former admin cannot restore a film');

select * from finish();
rollback;
