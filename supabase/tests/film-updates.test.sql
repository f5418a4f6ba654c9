-- Changing the formats of many films at once, and reverting such an update.
begin;
select plan(60);

create function pg_temp.changes(flags text, before text default null) returns jsonb language sql as $$
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', id, 'after', flags::jsonb, 'before', before::jsonb)) order by spine)
  from public.films where spine between 6001 and 6003
$$;
create function pg_temp.change(update_name text, changes jsonb) returns integer language sql as $$
  select public.change_film_formats(tap.person(update_name), update_name, changes)
$$;
create function pg_temp.flags(of_spine integer) returns text language sql as $$
  select concat_ws(' ', case when dvd then 'dvd' end, case when dvd_oop then 'oop' end, case when bluray then 'bluray' end)
  from public.films where spine = of_spine
$$;

insert into public.films (spine, title, director, dvd)
values (6001, 'One', 'a', true), (6002, 'Two', 'b', true), (6003, 'Three', 'c', false);

-- Who can change formats.

select is(tap.attempt('a visitor', $$select public.change_film_formats(gen_random_uuid(), 'x', '[]')$$), 'not granted',
  'a visitor cannot change formats');
select is(tap.attempt('a visitor', $$select public.revert_film_update(gen_random_uuid())$$), 'not granted',
  'a visitor cannot revert an update');
select tap.become('ben');
select throws_ok($$select public.change_film_formats(gen_random_uuid(), 'x', '[]')$$, '42501',
  'Only admins change the catalogue.', 'a person who is not an admin cannot change formats');
select throws_ok($$select public.revert_film_update(gen_random_uuid())$$, '42501', 'Only admins change the catalogue.',
  'a person who is not an admin cannot revert an update');

-- Which changes are valid.

select tap.become('ada');
select throws_ok(
  format('select public.change_film_formats(tap.person(''bad''), ''bad'', %L)', changes), '22023', null,
  'invalid changes are refused: ' || coalesce(changes, 'null')
) from unnest(array[
  null, 'null', '{}', '5', '"x"', '[null]', '[5]', '[[]]', '[{}]', '[{"id": 1}]', '[{"id": 1, "after": null}]',
  '[{"id": 1, "after": []}]', '[{"id": 1, "after": "dvd"}]', '[{"id": 1, "after": {"title": "x"}}]',
  '[{"id": 1, "after": {"dvd": null}}]', '[{"id": 1, "after": {"dvd": "yes"}}]', '[{"id": 1, "after": {"dvd": 1}}]',
  '[{"id": 1, "after": {"dvd": {"dvd": true}}}]', '[{"id": "1", "after": {"dvd": true}}]',
  '[{"id": 1.5, "after": {"dvd": true}}]', '[{"id": -1, "after": {"dvd": true}}]',
  '[{"id": 99999999999, "after": {"dvd": true}}]', '[{"id": 1, "before": null, "after": {"dvd": true}}]',
  '[{"id": 1, "before": {"title": "x"}, "after": {"dvd": true}}]',
  '[{"id": 1, "after": {"dvd": true}}, {"id": 1, "after": {"dvd": false}}]'
]) as changes;
select throws_ok(
  $$select public.change_film_formats(tap.person('bad'), 'bad', (
    select jsonb_agg(jsonb_build_object('id', n, 'after', '{}'::jsonb)) from generate_series(1, 10001) as n))$$,
  '22023', 'At most 10,000 films are changed at once.', 'more than 10,000 changes are refused'
);
select throws_ok(
  format('select public.change_film_formats(%L, %L, ''[]'')', id, name), '22023', null,
  format('an update with the id %s and the name %s is refused', id, left(name, 9))
) from (values (null, 'x'), (gen_random_uuid(), null), (gen_random_uuid(), ''), (gen_random_uuid(), repeat('x', 501)))
  as wrong (id, name);
select is(pg_temp.change('nothing', '[]'), 0, 'an empty list changes nothing');

-- All or nothing.

select is(pg_temp.change('one', pg_temp.changes('{"dvd": true, "dvd_oop": true}')), 3,
  'an update changes all its films');
select is(pg_temp.flags(6001) || ', ' || pg_temp.flags(6003), 'dvd oop, dvd oop', 'an update sets the requested flags');
select throws_ok(
  $$select pg_temp.change('two', pg_temp.changes('{"bluray": true}', '{"dvd": true}') || '[{"id": 999999999, "after": {}}]')$$,
  'PT409', 'Changed or deleted by someone else meanwhile: film 999999999.', 'an unknown film cancels the whole update'
);
update public.films set dvd = false where spine = 6002;
select throws_ok(
  $$select pg_temp.change('two', pg_temp.changes('{"bluray": true}', '{"dvd": true}'))$$,
  'PT409', 'Changed or deleted by someone else meanwhile: spine 6002.',
    'a film changed since then cancels the whole update'
);
select is(pg_temp.flags(6001), 'dvd oop', 'a cancelled update changes nothing');
select is(pg_temp.change('three', pg_temp.changes('{"dvd": false}')), 2,
  'a film that already has the values is not counted');
select is(pg_temp.flags(6001), '', 'an out-of-print flag is cleared with its format');

-- The same batch sent again.

update public.films set bluray = true where spine = 6001;
select is(pg_temp.change('three', pg_temp.changes('{"dvd": false}', '{"dvd": true, "bluray": false}') - 1), 2,
  'a repeated batch skips and counts the films that it changed before');
select is((select count(*) from public.film_changes where update_id = tap.person('three')), 2::bigint,
  'a repeated batch adds no entries');

-- Reverting.

select is(
  public.revert_film_update(tap.person('three'), tap.person('back')),
  '{"reverted": 2, "overtaken": []}', 'an update is reverted if no newer change affects it'
);
select is(pg_temp.flags(6001), 'dvd oop bluray', 'a revert restores cleared flags and keeps later changes');
select is(
  public.revert_film_update(tap.person('three'), tap.person('back')),
  '{"reverted": 2, "overtaken": []}', 'a repeated revert changes nothing and returns the same result'
);
select is(
  (select update_name || ' ' || films || ' ' || reverts from public.film_history
   where update_id = tap.person('back') and not in_update),
  'Revert of three 2 ' || tap.person('three'), 'a revert is recorded as an update'
);
select is((select reverted from public.film_history where update_id = tap.person('three') and not in_update), true,
  'a reverted update is marked as reverted');
update public.films set dvd = false where spine = 6003;
select is(
  public.revert_film_update(tap.person('back'), tap.person('forth')),
  '{"reverted": 1, "overtaken": [{"spine": 6003, "title": "Three"}]}',
  'a revert can be reverted and names the films with newer changes'
);
select is(pg_temp.flags(6001), 'bluray', 'reverting a revert restores the update''s values');
select throws_ok($$select public.revert_film_update(tap.person('none'))$$, 'PT404', 'There is no such update.',
  'an unknown update cannot be reverted');

select pg_temp.change('formats', pg_temp.changes('{"laserdisc": true}'));
update public.films set laserdisc_oop = true where spine = 6002;
select is(
  public.revert_film_update(tap.person('formats')) -> 'overtaken', '[{"spine": 6002, "title": "Two"}]',
  'a revert keeps a format that was marked out of print later'
);
select is((select laserdisc and laserdisc_oop from public.films where spine = 6002), true,
  'a revert keeps the later out-of-print flag');
select throws_ok(
  format('select public.revert_film_update(tap.person(''formats''), %L)', id), '22023',
    'A revert needs another id than the update it reverts.',
  'a revert with an invalid id is refused: ' || coalesce(id::text, 'nothing')
) from (values (tap.person('formats')), (null)) as wrong (id);
create temporary table with_three as select pg_temp.changes('{"bluray_4k": true}') as changes;
delete from public.films where spine = 6003;
select throws_ok(
  $$select pg_temp.change('late', changes) from with_three$$, 'PT409',
  'Changed or deleted by someone else meanwhile: spine 6003.', 'a deleted film is reported by its former spine'
);
select is((select bool_or(bluray_4k) from public.films where spine between 6001 and 6003), false,
  'a deleted film cancels the whole update');

-- Updates of other people and of former admins.

select tap.become('adam');
select throws_ok(
  $$select pg_temp.change('three', pg_temp.changes('{"laserdisc": true}'))$$, '42501',
  'That update was begun by another person.', 'a person cannot continue another person''s update'
);
reset role;
delete from public.user_roles where user_id = tap.person('ada');
select tap.become('ada');
select throws_ok($$select pg_temp.change('three', '[]')$$, '42501', 'Only admins change the catalogue.',
  'a former admin cannot change formats');

select * from finish();
rollback;
