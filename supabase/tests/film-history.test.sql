-- The history's entries for each kind of change, and who can read them.
begin;
select plan(35);

create function pg_temp.latest(of_title text) returns setof public.film_history language sql as $$
  select * from public.film_history where title = of_title order by id::bigint desc limit 1
$$;
create function pg_temp.changes() returns bigint language sql as 'select count(*) from public.film_changes';
create temporary table mark as select pg_temp.changes() as changes;
grant select on mark to authenticated;

-- Adding, changing, deleting and restoring.

select tap.become('ada');
insert into public.films (spine, title, director, dvd) values (6000, 'The Test', 'Somebody', true);
select results_eq(
  $$select who collate "default", operation, spine, before, after - 'id', update_id, in_update from pg_temp.latest('The Test')$$,
  $$values ('ada', 'added', 6000, null::jsonb,
    '{"spine": 6000, "title": "The Test", "director": "Somebody", "sort_title": "Test",
      "sort_director": "Somebody", "dvd": true, "bluray": false, "laserdisc": false,
      "bluray_4k": false, "dvd_oop": false, "bluray_oop": false, "laserdisc_oop": false, "bluray_4k_oop": false}'::jsonb,
    null::uuid, false)$$,
  'an added film has an entry with all its values'
);
select is((select revision from public.films where spine = 6000), 1, 'an added film has revision 1');

update public.films set dvd_oop = true where spine = 6000;
update public.films set dvd = false, country = 'Japan' where spine = 6000;
select results_eq(
  $$select operation, before, after from pg_temp.latest('The Test')$$,
  $$values ('changed', '{"dvd": true, "dvd_oop": true, "country": null}'::jsonb,
    '{"dvd": false, "dvd_oop": false, "country": "Japan"}'::jsonb)$$,
  'a change has an entry with the changed values, including a flag cleared with its format'
);
select is((select revision from public.films where spine = 6000), 3, 'each change increments the revision');

update public.films set dvd = false, title = 'The Test' where spine = 6000;
update public.films set title = 'Nothing' where spine = -1;
delete from public.films where spine = -1;
insert into public.films (spine, title, director) values (6000, 'a', 'b') on conflict (spine) do nothing;
select is((select revision from public.films where spine = 6000), 3,
  'a statement that changes nothing does not increment the revision');
select is(pg_temp.changes(), (select changes + 3 from mark), 'a statement that changes nothing has no entry');

update public.films set ebay_link = '', imdb_link = '' where spine = 6000;
select is((select revision from public.films where spine = 6000), 3,
  'replacing a missing link with an empty one is not a change');
update public.films set ebay_link = 'https://x' where spine = 6000;
update public.films set ebay_link = '' where spine = 6000;
select results_eq(
  $$select before, after from pg_temp.latest('The Test')$$,
  $$values ('{"ebay_link": "https://x"}'::jsonb, '{"ebay_link": null}'::jsonb)$$,
  'emptying a link is recorded as its removal'
);

insert into public.films (spine, title, director) values (6000, 'The Test', 'Somebody'), (6001, 'Another', 'Somebody')
on conflict (spine) do update set director = 'Somebody Else';
select results_eq(
  $$select operation, after -> 'director' from pg_temp.latest('The Test')
    union all select operation, after -> 'director' from pg_temp.latest('Another')$$,
  $$values ('changed', '"Somebody Else"'::jsonb), ('added', '"Somebody"')$$,
  'an upsert has one entry per film with its operation'
);

update public.films set year = 2000 where spine in (6000, 6001);
select is(
  (select count(*) from public.film_changes where changed_at = now() and after = '{"year": 2000}'), 2::bigint,
  'a statement that changes several films has one entry per film'
);

create temporary table test_film as select id from public.films where spine = 6000;
delete from public.films where spine = 6000;
select results_eq(
  $$select operation, who collate "default", before ->> 'director', before -> 'revision', after from pg_temp.latest('The Test')$$,
  $$values ('deleted', 'ada', 'Somebody Else', '7'::jsonb, null::jsonb)$$,
  'a deleted film has an entry with all its values'
);
select public.restore_film((select id from test_film));
select is((select operation from pg_temp.latest('The Test')), 'restored', 'a restored film has an entry');
select is((select revision from public.films where spine = 6000), 7, 'a restored film has its former revision');
select is((select count(*) from public.film_history where film_id = (select id from test_film)), 9::bigint,
  'all entries of a film are found by its id');

-- The names of those who changed films.

reset role;
select set_config('request.jwt.claims', '', true);
update public.films set year = 2001 where spine = 6000;
select is((select who from pg_temp.latest('The Test')), 'command line',
  'changes by the database owner have the name "command line"');

insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
values (tap.person('a_b'), 'ab@example.org', 'a hash', '{"username": "a_b"}');
insert into public.user_roles values (tap.person('a_b'), 'admin');
select tap.become('a_b');
update public.films set year = 2002 where spine = 6000;
select is((select who from pg_temp.latest('The Test')), 'a_b', 'changes by a person have their username');
select is((select search from pg_temp.latest('The Test')), 'the test somebody else 6000 aˍb',
  'an entry''s search text has the folded title, director, spine and username');
reset role;
delete from auth.users where id = tap.person('a_b');
select is((select who from pg_temp.latest('The Test')), 'deleted account',
  'an entry of a deleted account has no username');

-- Updates.

select is((select count(*) from public.film_updates where made_at = now()), 0::bigint,
  'single changes are not updates');
select tap.become('ada');
select private.name_film_update('Nothing', tap.person('update 0'));
update public.films set dvd = dvd where spine < 9;
select is_empty($$select from public.film_updates where id = tap.person('update 0')$$,
  'an update that changes nothing is not recorded');

select private.name_film_update(e' formats\n1.csv ', tap.person('update 1'));
update public.films set bluray_4k = not bluray_4k where spine in (6000, 6001);
select results_eq(
  $$select operation, who collate "default", film_id, update_name, in_update, films, reverted, revertible
    from public.film_history
    where update_id = tap.person('update 1') and not in_update$$,
  $$values ('update', 'ada', null::integer, 'formats 1.csv', false, 2, false, true)$$,
  'an update is one entry, and its name is one line'
);
select results_eq(
  $$select operation, title, update_name, in_update, films from public.film_history
    where update_id = tap.person('update 1') and in_update order by spine$$,
  $$values ('changed', 'The Test', 'formats 1.csv', true, null::integer), ('changed', 'Another', 'formats 1.csv', true, null)$$,
  'an update''s entry contains its changes'
);
select throws_ok(
  $$update public.films set bluray_4k = not bluray_4k where spine = 6000$$, '23505', null,
  'an update contains each film once'
);
select tap.become('adam');
select private.name_film_update('Mine', tap.person('update 1'));
select throws_ok(
  $$update public.films set bluray = not bluray where spine = 6001$$, '42501',
  'That update was begun by another person.', 'a person cannot continue another person''s update'
);
reset role;
select private.name_film_update(repeat(' a', 400));
update public.films set year = 2003 where spine = 6000;
select is((select length(update_name) from pg_temp.latest('The Test')), 499, 'a long update name is shortened');
select private.name_film_update(e'\n');
update public.films set year = 2004 where spine = 6000;
select is((select update_name from pg_temp.latest('The Test')), 'Update',
  'an empty update name is replaced by "Update"');

-- Admins can read the history, and nobody can change it.

select is(tap.attempt('ada', 'select from public.film_history limit 1'), 'done', 'an admin reads the history');
select is(tap.attempt('ben', 'select from public.film_history limit 1'), 'nothing',
  'a person who is not an admin cannot read the history');
delete from public.user_roles where user_id = tap.person('adam');
select is(tap.attempt('adam', 'select from public.film_history limit 1'), 'nothing',
  'a former admin cannot read the history');
select throws_ok(statement, '42501', 'The history is only ever added to.', 'the owner cannot ' || statement)
from unnest(array[
  'update public.film_changes set title = null', 'delete from public.film_changes where false',
  'truncate public.film_changes', 'update public.film_updates set name = null', 'delete from public.film_updates',
  'truncate public.film_updates'
]) as statement;

select * from finish();
rollback;
