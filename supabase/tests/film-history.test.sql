-- What the catalogue's history holds of each way in which films change, and who reads it.
begin;
select plan(35);

create function pg_temp.latest(of_title text) returns setof public.film_history language sql as $$
  select * from public.film_history where title = of_title order by id::bigint desc limit 1
$$;
create function pg_temp.changes() returns bigint language sql as 'select count(*) from public.film_changes';
create temporary table mark as select pg_temp.changes() as changes;
grant select on mark to authenticated;

-- Adding, changing, deleting and bringing back.

select tap.become('ada');
insert into public.films (spine, title, director, dvd) values (6000, 'The Test', 'Somebody', true);
select results_eq(
  $$select who collate "default", operation, spine, before, after - 'id', update_id, in_update from pg_temp.latest('The Test')$$,
  $$values ('ada', 'added', 6000, null::jsonb,
    '{"spine": 6000, "title": "The Test", "director": "Somebody", "dvd": true, "bluray": false, "laserdisc": false,
      "bluray_4k": false, "dvd_oop": false, "bluray_oop": false, "laserdisc_oop": false, "bluray_4k_oop": false}'::jsonb,
    null::uuid, false)$$,
  'a film that is added is told whole'
);
select is((select revision from public.films where spine = 6000), 1, 'and is in its first revision');

update public.films set dvd_oop = true where spine = 6000;
update public.films set dvd = false, country = 'Japan' where spine = 6000;
select results_eq(
  $$select operation, before, after from pg_temp.latest('The Test')$$,
  $$values ('changed', '{"dvd": true, "dvd_oop": true, "country": null}'::jsonb,
    '{"dvd": false, "dvd_oop": false, "country": "Japan"}'::jsonb)$$,
  'a change is told by what differs, with the flag that went along with its format'
);
select is((select revision from public.films where spine = 6000), 3, 'and counts one revision');

update public.films set dvd = false, title = 'The Test' where spine = 6000;
update public.films set title = 'Nothing' where spine = -1;
delete from public.films where spine = -1;
insert into public.films (spine, title, director) values (6000, 'a', 'b') on conflict (spine) do nothing;
select is((select revision from public.films where spine = 6000), 3, 'what changes nothing counts no revision');
select is(pg_temp.changes(), (select changes + 3 from mark), 'and leaves no trace');

update public.films set ebay_link = '', imdb_link = '' where spine = 6000;
select is((select revision from public.films where spine = 6000), 3, 'an empty link in the place of none is no change');
update public.films set ebay_link = 'https://x' where spine = 6000;
update public.films set ebay_link = '' where spine = 6000;
select results_eq(
  $$select before, after from pg_temp.latest('The Test')$$,
  $$values ('{"ebay_link": "https://x"}'::jsonb, '{"ebay_link": null}'::jsonb)$$,
  'a link that is emptied is told as taken away'
);

insert into public.films (spine, title, director) values (6000, 'The Test', 'Somebody'), (6001, 'Another', 'Somebody')
on conflict (spine) do update set director = 'Somebody Else';
select results_eq(
  $$select operation, after -> 'director' from pg_temp.latest('The Test')
    union all select operation, after -> 'director' from pg_temp.latest('Another')$$,
  $$values ('changed', '"Somebody Else"'::jsonb), ('added', '"Somebody"')$$,
  'an upsert is told as what it did to each film'
);

update public.films set year = 2000 where spine in (6000, 6001);
select is(
  (select count(*) from public.film_changes where changed_at = now() and after = '{"year": 2000}'), 2::bigint,
  'one statement is told film by film'
);

create temporary table test_film as select id from public.films where spine = 6000;
delete from public.films where spine = 6000;
select results_eq(
  $$select operation, who collate "default", before ->> 'director', before -> 'revision', after from pg_temp.latest('The Test')$$,
  $$values ('deleted', 'ada', 'Somebody Else', '7'::jsonb, null::jsonb)$$,
  'a film that is deleted is told whole'
);
select public.restore_film((select id from test_film));
select is((select operation from pg_temp.latest('The Test')), 'restored', 'one that comes back is told as that');
select is((select revision from public.films where spine = 6000), 7, 'and goes on in the revision it had');
select is((select count(*) from public.film_history where film_id = (select id from test_film)), 9::bigint,
  'all of it is found by the film');

-- Names.

reset role;
select set_config('request.jwt.claims', '', true);
update public.films set year = 2001 where spine = 6000;
select is((select who from pg_temp.latest('The Test')), 'command line', 'what the owner of the database does has a name');

insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
values (tap.person('a_b'), 'ab@example.org', 'a hash', '{"username": "a_b"}');
insert into public.user_roles values (tap.person('a_b'), 'admin');
select tap.become('a_b');
update public.films set year = 2002 where spine = 6000;
select is((select who from pg_temp.latest('The Test')), 'a_b', 'what a person does has theirs');
select is((select search from pg_temp.latest('The Test')), 'the test somebody else 6000 aˍb',
  'it is found by folded title, director, spine and name');
reset role;
delete from auth.users where id = tap.person('a_b');
select is((select who from pg_temp.latest('The Test')), 'deleted account', 'and is told without it when the account is gone');

-- Updates.

select is((select count(*) from public.film_updates where made_at = now()), 0::bigint, 'none of this was an update');
select tap.become('ada');
select private.name_film_update('Nothing', tap.person('update 0'));
update public.films set dvd = dvd where spine < 9;
select is_empty($$select from public.film_updates where id = tap.person('update 0')$$, 'an update that changes nothing is none');

select private.name_film_update(e' formats\n1.csv ', tap.person('update 1'));
update public.films set bluray_4k = not bluray_4k where spine in (6000, 6001);
select results_eq(
  $$select operation, who collate "default", film_id, update_name, in_update, films, reverted, revertible
    from public.film_history
    where update_id = tap.person('update 1') and not in_update$$,
  $$values ('update', 'ada', null::integer, 'formats 1.csv', false, 2, false, true)$$,
  'an update is one entry, whose name is a line'
);
select results_eq(
  $$select operation, title, update_name, in_update, films from public.film_history
    where update_id = tap.person('update 1') and in_update order by spine$$,
  $$values ('changed', 'The Test', 'formats 1.csv', true, null::integer), ('changed', 'Another', 'formats 1.csv', true, null)$$,
  'with its changes'
);
select throws_ok(
  $$update public.films set bluray_4k = not bluray_4k where spine = 6000$$, '23505', null,
  'which has each film once'
);
select tap.become('adam');
select private.name_film_update('Mine', tap.person('update 1'));
select throws_ok(
  $$update public.films set bluray = not bluray where spine = 6001$$, '42501',
  'That update was begun by another person.', 'nobody goes on with the update of another'
);
reset role;
select private.name_film_update(repeat(' a', 400));
update public.films set year = 2003 where spine = 6000;
select is((select length(update_name) from pg_temp.latest('The Test')), 499, 'a long name is cut to a line');
select private.name_film_update(e'\n');
update public.films set year = 2004 where spine = 6000;
select is((select update_name from pg_temp.latest('The Test')), 'Update', 'and none is replaced');

-- Who reads it, and nobody writes it.

select is(tap.attempt('ada', 'select from public.film_history limit 1'), 'done', 'an admin reads the history');
select is(tap.attempt('ben', 'select from public.film_history limit 1'), 'nothing', 'nobody else does');
delete from public.user_roles where user_id = tap.person('adam');
select is(tap.attempt('adam', 'select from public.film_history limit 1'), 'nothing', 'nor who was one');
select throws_ok(statement, '42501', 'The history is only ever added to.', 'the owner cannot ' || statement)
from unnest(array[
  'update public.film_changes set title = null', 'delete from public.film_changes where false',
  'truncate public.film_changes', 'update public.film_updates set name = null', 'delete from public.film_updates',
  'truncate public.film_updates'
]) as statement;

select * from finish();
rollback;
