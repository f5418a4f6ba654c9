-- The films of box sets, by a set and by a spine.
begin;

-- The catalogue's box sets.
delete from public.sets;
insert into public.sets (title, film_id) values ('With a spine', tap.film(1)), ('Without', null), ('Empty', null);
insert into public.set_films (set_id, position, film_id, title, year)
select id, place, film, listed.title, year
from (values
  ('With a spine', 2, tap.film(3), null, null::integer),
  ('With a spine', 1, tap.film(2), null, null),
  ('Without', 1, tap.film(2), null, null),
  ('Without', 2, null, 'Not in the catalogue', 1950)
) as listed (of_set, place, film, title, year)
join public.sets on sets.title = of_set;

select plan(5);
select tap.become('a visitor');

select results_eq(
  $$select set_title collate "default", set_spine, position, spine from public.set_members(of_spine => 2) order by set_id, position$$,
  $$values ('With a spine', 1, 1, 2), ('With a spine', 1, 2, 3), ('Without', null::integer, 1, 2), ('Without', null, 2, null)$$,
  'a film has the sets that hold it, with all their films'
);
select results_eq(
  $$select spine from public.set_members(of_spine => 1) order by position$$, 'values (2), (3)',
  'the spine of a set has the films of the set'
);
select results_eq(
  $$select title collate "default", year, film_id from public.set_members(of_set => (select id from public.sets where title = 'Without'))
    where spine is null$$,
  $$values ('Not in the catalogue', 1950, null::integer)$$,
  'a film without a spine has the title and year that the set gives'
);
select is_empty($$select from public.set_members(of_spine => 4)$$, 'a film that no set holds has no set members');
select is_empty('select from public.set_members()', 'set_members returns nothing without a set and a spine');

select * from finish();
rollback;
