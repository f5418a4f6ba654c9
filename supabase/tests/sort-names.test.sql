-- Sort names are made by rule, and follow their film until somebody gives others.
begin;
select plan(11);

create function pg_temp.names() returns text language sql as $$
  select sort_title || ' / ' || sort_director from public.films where spine = 6001
$$;

select tap.become('ada');
insert into public.films (spine, title, director, language) values (6001, 'La Notte', 'Vittorio De Sica', 'Italian');
select is(pg_temp.names(), 'Notte / De Sica, Vittorio', 'a film without sort names gets those of the rule');
update public.films set title = 'The Night' where spine = 6001;
select is(pg_temp.names(), 'Night / De Sica, Vittorio', 'sort names follow a change of the title');
update public.films set director = 'Akira Kurosawa and Somebody' where spine = 6001;
select is(pg_temp.names(), 'Night / Kurosawa, Akira', 'sort names follow a change of the director');
update public.films set language = null, title = 'La Notte' where spine = 6001;
select is(pg_temp.names(), 'La Notte / Kurosawa, Akira', 'sort names follow a change of the language');
select is(
  (select after from public.film_changes where spine = 6001 order by id desc limit 1),
  '{"title": "La Notte", "language": null, "sort_title": "La Notte"}', 'the history has the new sort name'
);

update public.films set sort_title = 'Night, The', sort_director = 'Wong Kar Wai' where spine = 6001;
update public.films set title = 'Other', director = 'Other' where spine = 6001;
select is(pg_temp.names(), 'Night, The / Wong Kar Wai', 'names that an admin gave stay');
update public.films set sort_title = '', sort_director = null where spine = 6001;
select is(pg_temp.names(), 'Other / Other', 'an empty name is made by rule again');
select is((select revision from public.films where spine = 6001), 7, 'each statement was one change');
update public.films set sort_title = null where spine = 6001;
select is((select revision from public.films where spine = 6001), 7, 'a name that the rule gives again is no change');

select throws_ok($$update public.films set title = repeat('x', 501) where spine = 6001$$, '23514',
  'new row for relation "films" violates check constraint "films_title_check"', 'the error is about the title');
select lives_ok($$update public.films set director = 'a ' || repeat('x', 498) where spine = 6001$$,
  'the longest director has a sort name');

select * from finish();
rollback;
