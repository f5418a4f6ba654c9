-- The aliases of a film as rows and as one value of the film: each follows the other, and the history has them.
begin;
select plan(23);

create function pg_temp.aliases(of_spine integer) returns jsonb language sql as $$
  select aliases from public.films where spine = of_spine
$$;
create function pg_temp.rows_of(of_spine integer) returns text language sql as $$
  select string_agg(kind || ':' || value, ' ' order by kind, value) from public.film_aliases where film_id = tap.film(of_spine)
$$;
create function pg_temp.entries(of_spine integer) returns bigint language sql as $$
  select count(*) from public.film_changes where film_id = tap.film(of_spine)
$$;

select tap.become('ada');
insert into public.films (spine, title, director) values (6001, 'One', 'a'), (6002, 'Two', 'b');
insert into public.films (spine, title, director, aliases) values (6003, 'Three', 'c', '{"title": ["Trois"]}');
select is(pg_temp.rows_of(6003), 'title:Trois', 'a film that is added with aliases has their rows');

insert into public.film_aliases (film_id, kind, value)
values (tap.film(6001), 'title', 'Ōne'), (tap.film(6001), 'imdb', 'tt0000001'), (tap.film(6002), 'tmdb', '7');
select is(pg_temp.aliases(6001), '{"imdb": ["tt0000001"], "title": ["Ōne"]}', 'a film has the aliases of its rows');
select is(pg_temp.entries(6001), 2::bigint, 'one statement is one entry of the history');
select is((select revision from public.films where spine = 6001), 2, 'a new alias counts as a change of the film');
select results_eq(
  $$select before, after from public.film_changes where film_id = tap.film(6002) order by id desc limit 1$$,
  $$values ('{"aliases": null}'::jsonb, '{"aliases": {"tmdb": ["7"]}}'::jsonb)$$,
  'the history tells which aliases were added'
);
select isnt_empty($$select from public.films where spine = 6001 and search like '%one%' and search like '%tt0000001%'$$,
  'a film is found by its folded aliases');
select is((select search from public.films where spine = 6002), 'two b 6002', 'numbers at other sites are not searched');

update public.film_aliases set film_id = tap.film(6002) where value = 'Ōne';
select is(pg_temp.aliases(6001), '{"imdb": ["tt0000001"]}', 'an alias that is moved leaves its film');
select is(pg_temp.aliases(6002), '{"tmdb": ["7"], "title": ["Ōne"]}', 'an alias that is moved is added to the other film');
delete from public.film_aliases where film_id = tap.film(6001);
select is(pg_temp.aliases(6001), null, 'a film without aliases has none');

update public.films set aliases = '{"title": ["b", "a", "b"], "imdb": []}' where spine = 6001;
select is(pg_temp.aliases(6001), '{"title": ["a", "b"]}', 'the value of a film is put in order');
select is(pg_temp.rows_of(6001), 'title:a title:b', 'the rows follow the value of the film');
update public.films set aliases = '{"title": ["b", "c"]}' where spine = 6001;
select is(pg_temp.rows_of(6001), 'title:b title:c', 'rows that the value lacks are deleted');
select is(
  (select revision from public.films where spine = 6001), 6,
  'each of these statements was one change'
);
update public.films set aliases = '{"title": ["c", "b"]}' where spine = 6001;
select is((select revision from public.films where spine = 6001), 6, 'another order is no change');

select throws_ok($$update public.films set aliases = '{"name": ["x"]}' where spine = 6001$$, '23514', null,
  'an unknown kind is refused');
select throws_ok($$update public.films set aliases = '{"imdb": ["x"]}' where spine = 6001$$, '23514', null,
  'an id at IMDb begins with tt');
select throws_ok($$insert into public.film_aliases values (tap.film(6001), 'tmdb', 'movie/7')$$, '23514', null,
  'an id at TMDB is a number');
select throws_ok($$update public.films set aliases = '["x"]' where spine = 6001$$, '22023', null,
  'a list without kinds is refused');

delete from public.films where spine = 6001;
select is_empty($$select from public.film_aliases where value = 'c'$$, 'a deleted film has no aliases');
select public.restore_film((select film_id from public.film_changes where spine = 6001 limit 1));
select is(pg_temp.rows_of(6001), 'title:b title:c', 'a restored film has its aliases');

reset role;
select private.name_film_update('aliases', tap.person('aliases'));
select tap.become('ada');
update public.films set aliases = '{"title": ["New"]}' where spine in (6001, 6002);
select set_config('films.update_id', '', true);
insert into public.film_aliases values (tap.film(6002), 'title', 'Newer');
select is(public.revert_film_update(tap.person('aliases')), jsonb_build_object(
  'reverted', 1, 'overtaken', jsonb_build_array(jsonb_build_object('spine', 6002, 'title', 'Two'))
), 'an update of aliases is reverted where nobody added another since');
select is(pg_temp.rows_of(6001), 'title:b title:c', 'the reverted film has its former aliases');

select * from finish();
rollback;
