-- The films of a set as rows and as one value of the set: each follows the other, and the history has them.
begin;
select plan(51);

create function pg_temp.the_set(of_title text) returns integer language sql as $$
  select id from public.sets where title = of_title
$$;
create function pg_temp.films_of(of_title text) returns text language sql as $$
  select string_agg(coalesce(film.title, member.title), ', ' order by position)
  from public.set_films member left join public.films film on film.id = member.film_id
  where set_id = pg_temp.the_set(of_title)
$$;
create function pg_temp.latest(of_set integer) returns setof public.film_history language sql as $$
  select * from public.film_history where set_id = of_set order by id::bigint desc limit 1
$$;

select tap.become('ada');
insert into public.films (spine, title, director, year)
values (6000, 'A Set', 'a', null), (6001, 'One', 'a', 1951), (6002, 'Two', 'b', 1952);

insert into public.sets (title, film_id, films) values ('A Set', tap.film(6000), jsonb_build_array(
  jsonb_build_object('film_id', tap.film(6002)), '{"title": "Zero", "year": 1950, "note": "x"}'::jsonb,
  jsonb_build_object('film_id', tap.film(6001), 'title', 'One')
));
select is(pg_temp.films_of('A Set'), 'Two, Zero, One', 'the films of a set stand in the order of its value');
select is((select films -> 1 from public.sets where title = 'A Set'), '{"title": "Zero", "year": 1950}',
  'a film without a spine has only what a film has');
select is((select films -> 2 from public.sets where title = 'A Set'), jsonb_build_object('film_id', tap.film(6001)),
  'the title of a film of the catalogue is not stored again');
select results_eq(
  $$select who collate "default", operation, spine, film_id, title, after ->> 'title' from pg_temp.latest(pg_temp.the_set('A Set'))$$,
  $$values ('ada', 'added', 6000, null::integer, 'A Set', 'A Set')$$,
  'a new set is in the history with its spine'
);

update public.sets set films = jsonb_build_array(films -> 2, films -> 0) where title = 'A Set';
select is(pg_temp.films_of('A Set'), 'One, Two', 'films are taken out and change places in one statement');
select is((select revision from public.sets where title = 'A Set'), 2, 'this is one change of the set');
select results_eq(
  $$select operation, jsonb_array_length(before -> 'films'), jsonb_array_length(after -> 'films'), after - 'films'
    from pg_temp.latest(pg_temp.the_set('A Set'))$$,
  $$values ('changed', 3, 2, '{}'::jsonb)$$,
  'the history has the films before and after'
);

insert into public.set_films (set_id, position, title) values (pg_temp.the_set('A Set'), 9, 'Nine');
select is((select films -> 2 ->> 'title' from public.sets where title = 'A Set'), 'Nine', 'a set follows its rows');
update public.set_films set position = 1 where title = 'Nine' and false;
select is((select revision from public.sets where title = 'A Set'), 3, 'a statement that changes no row is no change');
delete from public.set_films where title = 'Nine';
select is((select jsonb_array_length(films) from public.sets where title = 'A Set'), 2, 'a deleted row leaves its set');

select throws_ok($$update public.sets set films = '[{"director": "x"}]'$$, '23514', null, 'a film without a title is refused');
select throws_ok($$update public.sets set films = '[{"film_id": 999999999}]'$$, '23503', null, 'an unknown film is refused');
select throws_ok($$update public.sets set films = '{}'$$, '22023', null, 'films that are not a list are refused');
select throws_ok(
  $$update public.sets set films = films || films where title = 'A Set'$$, '23505', null, 'a set has a film once'
);

-- Films that leave the catalogue and come back.

delete from public.films where spine in (6000, 6002);
select is(pg_temp.films_of('A Set'), 'One, Two', 'a set keeps the title of a deleted film');
select is((select films -> 1 from public.sets where title = 'A Set'),
  '{"title": "Two", "director": "b", "year": 1952}', 'the set has director and year of the deleted film');
select is((select film_id from public.sets where title = 'A Set'), null, 'a set outlives its own row of the catalogue');
select public.restore_film((select film_id from public.film_changes where spine = 6002 and film_id is not null limit 1));
select public.restore_film((select film_id from public.film_changes where spine = 6000 and film_id is not null limit 1));
select is((select film_id from public.set_films where set_id = pg_temp.the_set('A Set') and position = 2), tap.film(6002),
  'a restored film is in its sets again');
select is((select film_id from public.sets where title = 'A Set'), tap.film(6000), 'a restored title is the set''s title again');

-- A restored film is only where its deletion took it from.

insert into public.films (spine, title, director, year) values (6003, 'Moved', 'c', 1953);
insert into public.sets (title, film_id, films) values
  ('Former', tap.film(6003), jsonb_build_array(jsonb_build_object('film_id', tap.film(6003)))),
  ('Present', null, '[{"title": "Moved", "director": "c", "year": 1953}]');
update public.sets set film_id = null, films = '[{"title": "Moved", "director": "c", "year": 1953}]' where title = 'Former';
update public.sets set film_id = tap.film(6003), films = films || jsonb_build_array(jsonb_build_object('film_id', tap.film(6003)))
where title = 'Present';
create temporary table moved as select id, tap.film(6003) as film from public.sets where title = 'Present';
create function pg_temp.places() returns text language sql as $$
  select string_agg(concat_ws(' ', title, film_id is not null, jsonb_path_query_array(films, '$[*].film_id')), ', ' order by title)
  from public.sets where title in ('Former', 'Present')
$$;
create temporary table places as select pg_temp.places() as text;
select is(pg_temp.places(), format('Former f [], Present t [%s]', tap.film(6003)), 'a film moved from one set to another');
delete from public.films where spine = 6003;
select is(pg_temp.places(), 'Former f [], Present f []', 'deleting a film takes it out of its present set');
select lives_ok('select public.restore_film(film) from moved', 'a film that moved between sets can be restored');
select is(pg_temp.places(), (select text from places), 'a restored film is in its present set, not in its former one');
-- A set that is restored while its film is deleted gets it with the film, unless another set has it by then.
delete from public.sets where title = 'Present';
update public.sets set film_id = tap.film(6003) where title = 'Former';
delete from public.films where spine = 6003;
select public.restore_set(id) from moved;
select is(pg_temp.places(), 'Former f [], Present f []', 'a set is restored without its deleted film');
select lives_ok('select public.restore_film(film) from moved', 'a film can be restored after its set');
select is(pg_temp.places(), (select format('Former t [], Present f [%s]', film) from moved),
  'each set gets back what the last deletion took from it');
delete from public.sets where title in ('Former', 'Present');

-- Reverting an update.

reset role;
select private.name_film_update('sets', tap.person('sets'));
select tap.become('ada');
insert into public.sets (title) values ('Another');
update public.sets set films = '[{"title": "New"}]', criterion_id = 7 where title = 'A Set';
select set_config('films.update_id', '', true);
select results_eq(
  $$select films, revertible from public.film_history where update_id = tap.person('sets') and operation = 'update'$$,
  'values (2, true)', 'an update of sets is one entry'
);
select is(public.revert_film_update(tap.person('sets')), '{"reverted": 1, "overtaken": []}', 'the update is reverted');
select results_eq(
  $$select title collate "default", pg_temp.films_of('A Set'), criterion_id from public.sets where film_id = tap.film(6000)$$,
  $$values ('A Set', 'One, Two', null::integer)$$, 'the reverted set is as it was'
);
delete from public.sets where title = 'A Set';
select is((select operation from public.film_history where title = 'A Set' and set_id is not null order by id::bigint desc limit 1),
  'deleted', 'a deleted set is in the history');

-- Restoring it.

create temporary table gone as
select set_id as id from public.film_history where title = 'A Set' and set_id is not null and operation = 'deleted';
grant select on gone to authenticated;
create function pg_temp.restore() returns void language sql as 'select public.restore_set((select id from gone))';
select tap.become('ben');
select throws_ok('select pg_temp.restore()', '42501', 'Only admins change the catalogue.', 'only admins restore a set');
select is(tap.attempt('a visitor', 'select public.restore_set(1)'), 'not granted', 'a visitor restores no set');
select tap.become('ada');
insert into public.sets (title) values ('A Set');
select throws_ok('select pg_temp.restore()', 'PT409',
  'The box set “A Set” now has its title, spine or number at criterion.com.', 'a set is not restored while another has its title');
update public.sets set title = 'Usurper' where title = 'A Set';
-- One of its films was deleted since.
delete from public.films where spine = 6001;
select pg_temp.restore();
select results_eq(
  $$select id, film_id, pg_temp.films_of('A Set'), films -> 0 from public.sets where title = 'A Set'$$,
  $$select id, tap.film(6000), 'One, Two', '{"title": "One", "director": "a", "year": 1951}'::jsonb from gone$$,
  'a restored set has its id, spine and films, also one that was deleted since'
);
select results_eq(
  $$select operation, (after -> 'films') is not null from pg_temp.latest((select id from gone))$$, $$values ('restored', true)$$,
  'the history shows that a set was restored'
);
select cmp_ok((select revision from public.sets where title = 'A Set'), '>', 8,
  'a restored set continues its revision, so that an edit begun before is refused');
select throws_ok('select pg_temp.restore()', 'PT409', 'The box set is in the catalogue already.', 'a set can be restored only once');
select public.restore_film((select film_id from public.film_changes where spine = 6001 limit 1));
select is((select films -> 0 from public.sets where title = 'A Set'), jsonb_build_object('film_id', tap.film(6001)),
  'a restored film is in the restored set');
select throws_ok($$select public.restore_set(pg_temp.the_set('Usurper'))$$, 'PT404', 'That box set was never deleted.',
  'a set that was never deleted cannot be restored');

-- Taking one change back.

create function pg_temp.take_back(of_set text) returns void language sql as $$
  select public.revert_film_change((select id::bigint from pg_temp.latest(pg_temp.the_set(of_set))))
$$;
update public.sets set criterion_id = 9, films = films - 0 where title = 'A Set';
create temporary table taken_out as select id::bigint as change from pg_temp.latest((select id from gone));
grant select on taken_out to authenticated;
select results_eq(
  $$select revertible, film_titles from public.film_history where id = (select change::text from taken_out)$$,
  $$select true, jsonb_build_object(tap.film(6001), 'One', tap.film(6002), 'Two')$$,
  'the history names the films of a change, and says that it can be taken back'
);
select tap.become('ben');
select throws_ok('select public.revert_film_change(1)', '42501', 'Only admins change the catalogue.', 'only admins take a change back');
select is(tap.attempt('a visitor', 'select public.revert_film_change(1)'), 'not granted', 'a visitor takes no change back');
select tap.become('ada');
select pg_temp.take_back('A Set');
select results_eq(
  $$select pg_temp.films_of('A Set'), criterion_id from public.sets where title = 'A Set'$$, $$values ('One, Two', null::integer)$$,
  'a change of a set is taken back whole'
);
select throws_ok('select public.revert_film_change((select change from taken_out))', 'PT409',
  'It was changed again since, or needs a film that was deleted since.', 'a change of a set can be reverted only once');
select is((select revertible from public.film_history where id = (select change::text from taken_out)), false, 'a reverted change is no longer revertible');
select pg_temp.take_back('A Set');
select is(pg_temp.films_of('A Set'), 'Two', 'the revert of a change can be reverted');
update public.sets set title = 'Another Name' where title = 'A Set';
update public.sets set title = 'A Set' where title = 'Usurper';
select throws_ok($$select pg_temp.take_back('Another Name')$$, 'PT409',
  'Another title or box set now has the spine, title or number that it had before.', 'a change is not reverted if another set has taken the former title');
update public.films set year = 1960, country = 'Japan' where spine = 6002;
update public.films set country = 'France' where spine = 6002;
select is((select array_agg(revertible order by id::bigint) from public.film_history where film_id = tap.film(6002) and operation = 'changed'),
  '{false,true}', 'of the changes of a film the last is taken back first');
select public.revert_film_change(max(id)) from public.film_changes where film_id = tap.film(6002);
select results_eq('select year, country collate "default" from public.films where spine = 6002', $$values (1960, 'Japan')$$,
  'a change of a film is taken back, too');
select throws_ok($$select public.revert_film_change(min(id)) from public.film_changes where film_id = tap.film(6002)$$, 'PT404',
  'There is no such change.', 'an addition is no change');
delete from public.films where spine = 6001;
select is((select film_titles ->> (select film_id::text from public.film_changes where spine = 6001 limit 1)
  from public.film_history where id = (select change::text from taken_out)), 'One', 'a deleted film is named, too');

select * from finish();
rollback;
