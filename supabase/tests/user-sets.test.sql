-- Films that people own through box sets.
begin;
select plan(28);

-- Spine 4000 is a set of the spines 1, 3 and 5 and of a film without one; the other set has no spine.
insert into public.films (spine, title, director, dvd) values (4000, 'The Box', 'Several', true);
insert into public.sets (title, film_id) values ('The Box', tap.film(4000));
insert into public.set_films (set_id, position, film_id)
select id, place, tap.film(spine) from public.sets, (values (1, 1), (2, 3), (3, 5)) as film (place, spine) where title = 'The Box';
insert into public.set_films (set_id, position, title) select id, 4, 'A short' from public.sets where title = 'The Box';
insert into public.sets (title) values ('The Chest');
insert into public.set_films (set_id, position, film_id)
select id, place, tap.film(spine) from public.sets, (values (1, 5), (2, 6)) as film (place, spine) where title = 'The Chest';
create function tap.set(named text) returns integer language sql stable return (select id from public.sets where title = named);

create function pg_temp.owned(name text) returns text language sql as $$
  select string_agg(concat_ws(' ', spine, case when owns_laserdisc then 'LD' end, case when owns_dvd then 'DVD' end,
    case when owns_bluray then 'BD' end, case when owns_bluray_4k then '4K' end), ', ' order by spine)
  from public.profile_films(tap.person(name)) where owned
$$;
create function pg_temp.numbers(name text) returns text language sql as $$
  select concat_ws(' ', counts.catalogue_owned, counts.owned, facets.owned[2], facets.lists[2])
  from public.profile_counts(name) as counts, public.profile_film_counts(tap.person(name), '{"list": "owned"}') as facets
$$;

select tap.become('ben');
insert into public.user_ownership (film_id, owns_bluray) values (tap.film(3), true), (tap.film(7), true);
select is(pg_temp.owned('ben'), '3 BD, 7 BD', 'without a set, a person owns only the ticked formats');

insert into public.user_ownership (film_id, owns_dvd) values (tap.film(4000), true);
select is(pg_temp.owned('ben'), '1 DVD, 3 DVD BD, 5 DVD, 7 BD, 4000 DVD', 'a person who owns a set owns its films in the format of the set');
select is(pg_temp.numbers('ben'), '5 5 4 5', 'each film counts once in every number');
select results_eq(
  'select film_id, set_title, set_spine, owns_dvd, owns_bluray from public.profile_films_in_sets(tap.person(''ben'')) order by film_id',
  $$select tap.film(spine), 'The Box' collate "und-x-icu", 4000, true, false from unnest(array[1, 3, 5]) as spine order by 1$$,
  'the set says through which each is owned'
);

insert into public.user_sets (set_id, owns_dvd, owns_bluray_4k) values (tap.set('The Chest'), true, true);
select is(pg_temp.owned('ben'), '1 DVD, 3 DVD BD, 5 DVD 4K, 6 DVD 4K, 7 BD, 4000 DVD', 'a set without a spine is owned, too');
select is(pg_temp.numbers('ben'), '6 6 5 6', 'a film of two sets counts once');

update public.user_ownership set owns_dvd = false where film_id = tap.film(4000) and user_id = tap.person('ben');
select is(pg_temp.owned('ben'), '3 BD, 5 DVD 4K, 6 DVD 4K, 7 BD', 'unticking a set removes what was owned through it, and the person''s own discs stay');
delete from public.user_sets where user_id = tap.person('ben');
select is(pg_temp.owned('ben'), '3 BD, 7 BD', 'unticking a set without a spine removes what was owned through it');

-- Other people own nothing through it.
insert into public.user_sets (set_id, owns_dvd) values (tap.set('The Chest'), true);
select is(pg_temp.owned('ada'), null, 'other people own nothing through it');

-- A set of which nothing is ticked.
update public.user_sets set owns_dvd = false;
select is(pg_temp.numbers('ben'), '2 2 0 2', 'a set of which no format is ticked counts nothing');
select is_empty('select from public.profile_films_in_sets(tap.person(''ben''))', 'a set without a ticked format is not named');
update public.user_sets set owns_dvd = true;

-- A set with a spine is ticked as a title.
select throws_ok(
  format('insert into public.user_sets (set_id, owns_dvd) values (%s, true)', tap.set('The Box')), '23514',
  'This set has a spine: tick it as that title.', 'a set with a spine is not owned beside its title'
);
insert into public.user_copies (set_id, format, store) values (tap.set('The Box'), 'dvd', 'Shop');
select is((select film_id from public.user_copies where store = 'Shop'), tap.film(4000), 'a copy of a set with a spine is one of its title');
insert into public.user_copies (set_id, format, store) values (tap.set('The Chest'), 'bluray', 'Chest shop');
select is((select owns_bluray from public.user_sets where user_id = tap.person('ben')), true, 'a copy of a set ticks its format');

-- A set that is deleted and comes back.
create temporary table former as
select to_jsonb(own) as row from public.user_sets own where user_id = tap.person('ben')
union all select to_jsonb(copy) from public.user_copies copy;
create temporary table chest as select tap.set('The Chest') as id;
-- Where each row is and which command wrote it: a row that is written again differs.
create function pg_temp.written() returns table (place text, command text) language sql as $$
  select ctid::text, cmin::text from public.user_sets where set_id = (select id from chest)
  union all select ctid::text, cmin::text from public.user_copies where set_id = (select id from chest)
$$;
create temporary table written as select * from pg_temp.written();
grant select on former, chest to authenticated;
select tap.become('ada');
delete from public.sets where title = 'The Chest';
select tap.become('ben');
select is_empty(
  'select from public.user_sets where set_id in (select id from chest) union all select from public.user_copies where set_id in (select id from chest)',
  'deleting a set hides its ticks and copies'
);
select throws_ok(
  $$insert into public.user_sets (set_id, owns_dvd) select id, true from chest$$, '23503', null, 'a deleted set is not ticked'
);
select throws_ok(
  $$insert into public.user_copies (set_id, format) select id, 'dvd' from chest$$, '23503', null, 'a deleted set gets no copy'
);
select tap.become('ada');
select public.restore_set((select id from chest));
select tap.become('ben');
select bag_eq(
  $$select to_jsonb(own) from public.user_sets own where user_id = tap.person('ben')
    union all select to_jsonb(copy) from public.user_copies copy$$,
  'select row from former', 'restoring a set shows its ticks and copies again'
);
reset role;
select bag_eq('select * from pg_temp.written()', 'select * from written', 'deleting and restoring a set writes no tracking row');
select is_empty('select from private.deleted_sets', 'a restored set is not deleted');

-- The catalogue changes.
select tap.become('ada');
update public.sets set film_id = tap.film(8) where title = 'The Chest';
select is(pg_temp.owned('ben'), '1 DVD, 3 DVD BD, 5 DVD BD, 6 DVD BD, 7 BD, 8 DVD BD, 4000 DVD', 'a set that gets a spine is owned as its title');
select tap.become('ben');
select is_empty('select from public.user_sets where user_id = tap.person(''ben'')', 'giving a set a spine removes its tick');
select is((select film_id from public.user_copies where store = 'Chest shop'), tap.film(8), 'giving a set a spine moves its copies');

select tap.become('ada');
delete from public.set_films where set_id = tap.set('The Box') and film_id = tap.film(3);
select is(pg_temp.owned('ben'), '1 DVD, 3 BD, 5 DVD BD, 6 DVD BD, 7 BD, 8 DVD BD, 4000 DVD', 'a film that leaves a set is no longer owned through it');
delete from public.films where spine = 4000;
select is(pg_temp.owned('ben'), '3 BD, 5 DVD BD, 6 DVD BD, 7 BD, 8 DVD BD', 'deleting a set''s title ends what is owned through it');
select public.restore_film((select film_id from public.film_changes where spine = 4000 limit 1));
select is(pg_temp.owned('ben'), '1 DVD, 3 BD, 5 DVD BD, 6 DVD BD, 7 BD, 8 DVD BD, 4000 DVD', 'restoring the title restores what is owned through it');
delete from public.sets where title = 'The Box';
select is(pg_temp.owned('ben'), '3 BD, 5 DVD BD, 6 DVD BD, 7 BD, 8 DVD BD, 4000 DVD', 'deleting a set ends what is owned through it');
select tap.become('ben');
select is((select count(*)::integer from public.user_copies), 2, 'the copies of a deleted set stay with its title');

select * from finish();
rollback;
