-- Changing the formats of many films at once, and taking that back.
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

-- Who.

select is(tap.attempt('a visitor', $$select public.change_film_formats(gen_random_uuid(), 'x', '[]')$$), 'not granted',
  'a visitor changes no formats');
select is(tap.attempt('a visitor', $$select public.revert_film_update(gen_random_uuid())$$), 'not granted',
  'a visitor takes nothing back');
select tap.become('ben');
select throws_ok($$select public.change_film_formats(gen_random_uuid(), 'x', '[]')$$, '42501',
  'Only admins change the catalogue.', 'nor does who is no admin');
select throws_ok($$select public.revert_film_update(gen_random_uuid())$$, '42501', 'Only admins change the catalogue.',
  'nor take anything back');

-- What.

select tap.become('ada');
select throws_ok(
  format('select public.change_film_formats(tap.person(''bad''), ''bad'', %L)', changes), '22023', null,
  'refused: ' || coalesce(changes, 'null')
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
  '22023', 'At most 10,000 films are changed at once.', 'refused: too many'
);
select throws_ok(
  format('select public.change_film_formats(%L, %L, ''[]'')', id, name), '22023', null,
  format('refused: the update %s %s', id, left(name, 9))
) from (values (null, 'x'), (gen_random_uuid(), null), (gen_random_uuid(), ''), (gen_random_uuid(), repeat('x', 501)))
  as wrong (id, name);
select is(pg_temp.change('nothing', '[]'), 0, 'no change changes nothing');

-- All or nothing.

select is(pg_temp.change('one', pg_temp.changes('{"dvd": true, "dvd_oop": true}')), 3, 'all films are changed');
select is(pg_temp.flags(6001) || ', ' || pg_temp.flags(6003), 'dvd oop, dvd oop', 'as was wished');
select throws_ok(
  $$select pg_temp.change('two', pg_temp.changes('{"bluray": true}', '{"dvd": true}') || '[{"id": 999999999, "after": {}}]')$$,
  'PT409', 'Changed or deleted by someone else meanwhile: film 999999999.', 'an unknown film stops all of it'
);
update public.films set dvd = false where spine = 6002;
select throws_ok(
  $$select pg_temp.change('two', pg_temp.changes('{"bluray": true}', '{"dvd": true}'))$$,
  'PT409', 'Changed or deleted by someone else meanwhile: spine 6002.', 'so does one that is no longer as it was'
);
select is(pg_temp.flags(6001), 'dvd oop', 'and nothing is changed');
select is(pg_temp.change('three', pg_temp.changes('{"dvd": false}')), 2, 'a film that is so already is not counted');
select is(pg_temp.flags(6001), '', 'an out-of-print flag goes with its format');

-- Again.

update public.films set bluray = true where spine = 6001;
select is(pg_temp.change('three', pg_temp.changes('{"dvd": false}', '{"dvd": true, "bluray": false}') - 1), 2,
  'what was done before is passed over, whatever came later, and counted');
select is((select count(*) from public.film_changes where update_id = tap.person('three')), 2::bigint, 'and not told twice');

-- Back.

select is(
  public.revert_film_update(tap.person('three'), tap.person('back')),
  '{"reverted": 2, "overtaken": []}', 'an update is taken back where nothing newer touches it'
);
select is(pg_temp.flags(6001), 'dvd oop bluray', 'flags that went along come back, and what came later stays');
select is(
  public.revert_film_update(tap.person('three'), tap.person('back')),
  '{"reverted": 2, "overtaken": []}', 'sent again it does nothing, and answers the same'
);
select is(
  (select update_name || ' ' || films || ' ' || reverts from public.film_history
   where update_id = tap.person('back') and not in_update),
  'Revert of three 2 ' || tap.person('three'), 'it is an update of its own'
);
select is((select reverted from public.film_history where update_id = tap.person('three') and not in_update), true,
  'and the other is known as taken back');
update public.films set dvd = false where spine = 6003;
select is(
  public.revert_film_update(tap.person('back'), tap.person('forth')),
  '{"reverted": 1, "overtaken": [{"spine": 6003, "title": "Three"}]}',
  'a revert can be taken back, and what was overtaken is named'
);
select is(pg_temp.flags(6001), 'bluray', 'and the rest is as the update had made it');
select throws_ok($$select public.revert_film_update(tap.person('none'))$$, 'PT404', 'There is no such update.',
  'only what was done is taken back');

select pg_temp.change('formats', pg_temp.changes('{"laserdisc": true}'));
update public.films set laserdisc_oop = true where spine = 6002;
select is(
  public.revert_film_update(tap.person('formats')) -> 'overtaken', '[{"spine": 6002, "title": "Two"}]',
  'a format stays that was marked out of print since'
);
select is((select laserdisc and laserdisc_oop from public.films where spine = 6002), true, 'and so does the mark');
select throws_ok(
  format('select public.revert_film_update(tap.person(''formats''), %L)', id), '22023', 'A revert needs another id than the update it reverts.',
  'nor is a revert named ' || coalesce(id::text, 'nothing')
) from (values (tap.person('formats')), (null)) as wrong (id);
create temporary table with_three as select pg_temp.changes('{"bluray_4k": true}') as changes;
delete from public.films where spine = 6003;
select throws_ok(
  $$select pg_temp.change('late', changes) from with_three$$, 'PT409',
  'Changed or deleted by someone else meanwhile: spine 6003.', 'a deleted film is named by the spine it had'
);
select is((select bool_or(bluray_4k) from public.films where spine between 6001 and 6003), false, 'and stops the others');

-- Another's, and one's own no more.

select tap.become('adam');
select throws_ok(
  $$select pg_temp.change('three', pg_temp.changes('{"laserdisc": true}'))$$, '42501',
  'That update was begun by another person.', 'nobody goes on with the update of another'
);
reset role;
delete from public.user_roles where user_id = tap.person('ada');
select tap.become('ada');
select throws_ok($$select pg_temp.change('three', '[]')$$, '42501', 'Only admins change the catalogue.',
  'who is no admin any more changes nothing');

select * from finish();
rollback;
