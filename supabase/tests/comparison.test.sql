-- The comparison of two people: five numbers, and the films of each.
begin;

-- Olga owns spines 1 and, through a set, 5; Ben owns 1 and 7; Olga wishes for 1 and 7, Ben for 5 and 9.
insert into public.set_films (set_id, position, film_id)
select id, 1, tap.film(5) from public.sets where title = 'A set without a spine';
insert into public.user_ownership (user_id, film_id, owns_bluray)
values (tap.person('ben'), tap.film(1), true), (tap.person('ben'), tap.film(7), true);
-- A row without a format is no disc.
insert into public.user_ownership (user_id, film_id)
values (tap.person('ben'), tap.film(5)), (tap.person('olga'), tap.film(7));
insert into public.user_wishlist (user_id, film_id)
values (tap.person('olga'), tap.film(7)), (tap.person('ben'), tap.film(5)), (tap.person('ben'), tap.film(9));

create function pg_temp.compared(caller text, one text, other text) returns text language plpgsql as $$
declare
  response text;
begin
  perform tap.become(caller);
  select concat_ws(
    ' ', coalesce(both_own::text, '-'), coalesce(only_one_owns::text, '-'), coalesce(only_other_owns::text, '-'),
    coalesce(wished_by_one::text, '-'), coalesce(wished_by_other::text, '-'), visibility
  ) into response from public.compared_profiles(one, other);
  perform set_config('role', 'none', true);
  return coalesce(response, 'nothing');
end
$$;

create function pg_temp.choose(name text, visibility text, collection text, wishlist text) returns void language sql as $$
  update public.profiles set
    visibility = choose.visibility, collection_visibility = collection, wishlist_visibility = wishlist
  where id = tap.person(name)
$$;

select plan(4 + 5 + 1 + 10 + 4 + 3 + 3);

select is(
  pg_temp.compared(caller, 'olga', 'Ben'), '1 1 1 2 1 public', format('the five numbers: %s', caller)
) from unnest(array['a visitor', 'ben', 'ada', 'olga']) as caller;
select results_eq(
  format(
    'select spine from public.compared_films(tap.person(''olga''), tap.person(''ben'')) where %I order by spine', list
  ),
  format('select unnest(%L::integer[])', spines), format('the films of the list %s', list)
) from (values
  ('both_own', '{1}'), ('only_one_owns', '{5}'), ('only_other_owns', '{7}'), ('wished_by_one', '{1,7}'),
  ('wished_by_other', '{5}')
) as expected (list, spines);
select is(
  (
    select array[owns_laserdisc, owns_dvd, owns_bluray, other_owns_dvd, other_owns_bluray]
    from public.compared_films(tap.person('olga'), tap.person('ben')) where spine = 1
  ),
  '{f,t,f,f,t}', 'a film has the formats of both'
);

-- Who sees what: a number needs both parts that it is about.
select is(
  (select pg_temp.compared(caller, 'olga', 'ben') from pg_temp.choose('olga', visibility, collection, wishlist)),
  expected,
  format(
    'the numbers while olga is %s, %s, %s (profile, collection, wishlist): %s',
    visibility, coalesce(collection, '-'), coalesce(wishlist, '-'), caller
  )
) from (values
  ('public', 'private', null, 'a visitor', '- - - 2 - public'),
  ('public', 'private', null, 'ben', '- - - 2 - public'),
  ('public', 'private', null, 'olga', '1 1 1 2 1 public'),
  ('public', null, 'private', 'ada', '1 1 1 - 1 public'),
  ('public', null, 'unlisted', 'a visitor', '1 1 1 2 1 unlisted'),
  ('unlisted', null, null, 'a visitor', '1 1 1 2 1 unlisted'),
  ('public', 'private', 'private', 'a visitor', 'nothing'),
  ('public', 'private', 'private', 'olga', '1 1 1 2 1 private'),
  ('private', null, null, 'ben', 'nothing'),
  ('private', null, null, 'olga', '1 1 1 2 1 private')
) as choices (visibility, collection, wishlist, caller, expected);
select pg_temp.choose('olga', 'public', null, null);
select is(
  (select pg_temp.compared('a visitor', 'olga', 'ben') from pg_temp.choose('ben', visibility, collection, wishlist)),
  expected,
  format(
    'the numbers while ben is %s, %s, %s (profile, collection, wishlist)',
    visibility, coalesce(collection, '-'), coalesce(wishlist, '-')
  )
) from (values
  ('public', 'private', null, '- - - - 1 public'), ('public', null, 'private', '1 1 1 2 - public'),
  ('public', 'unlisted', null, '1 1 1 2 1 unlisted'), ('private', null, null, 'nothing')
) as choices (visibility, collection, wishlist, expected);
select pg_temp.choose('ben', 'public', null, null);

-- No pair.
select is(pg_temp.compared('olga', one, other), 'nothing', format('%s and %s cannot be compared', one, other))
from (values ('olga', 'olga'), ('olga', 'nobody'), ('nobody', 'ben')) as pair (one, other);
select is_empty(
  format('select from public.compared_films(%L, %L)', one, other),
  'compared_films returns nothing for people who cannot be compared'
) from (values (tap.person('olga'), tap.person('olga')), (tap.person('olga'), tap.person('zoe')), (null, tap.person('ben')))
  as pair (one, other);

select * from finish();
rollback;
