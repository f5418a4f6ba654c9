-- A migration that adds a column to films needs two statements: the functions and the grants follow.
begin;
select plan(9);

alter table public.films add column discs integer check (discs > 0);
call private.follow_film_columns();

select tap.become('ben');
select is(
  tap.attempt('ben', 'update public.films set discs = 1', 'public.films'), 'nothing',
  'a person who is no admin does not write the new column'
);
select tap.become('ada');
insert into public.films (spine, title, director, discs) values (6001, 'One', 'a', 90);
select is((select discs from public.films where spine = 6001), 90, 'an admin writes the new column');
select is(
  (select discs from public.ranked_films('one') where spine = 6001), 90, 'ranked_films has the new column'
);
select is(
  (select discs from public.profile_films(tap.person('olga')) where spine = 6001), 90,
  'profile_films has the new column'
);
select is(
  tap.attempt('a visitor', $$select discs from public.ranked_films('one') where spine = 6001$$), 'done',
  'a visitor may still call ranked_films'
);

select tap.become('ada');
update public.films set discs = 91 where spine = 6001;
select is(
  (select after ->> 'discs' from public.film_changes where spine = 6001 order by id desc limit 1), '91',
  'the history has the new column'
);
delete from public.films where spine = 6001;
select public.restore_film((select film_id from public.film_changes where spine = 6001 limit 1));
select is((select discs from public.films where spine = 6001), 91, 'a restored film has its value');

reset role;
select private.name_film_update('longer', tap.person('longer'));
select tap.become('ada');
update public.films set discs = 100, dvd = true where spine = 6001;
select set_config('films.update_id', '', true);
select is(
  (public.revert_film_update(tap.person('longer')) ->> 'reverted')::integer, 1,
    'an update of the new column is reverted'
);
select is((select discs from public.films where spine = 6001), 91, 'the reverted film has its former value');

select * from finish();
rollback;
