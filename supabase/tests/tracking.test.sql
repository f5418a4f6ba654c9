-- A tracked film is one row per person and film, deleted with the person and hidden with the film.
begin;
select plan(16);

select throws_ok(
  format('insert into public.%I (user_id, film_id) values (tap.person(''olga''), tap.film(1))', relation),
  '23505', null, relation || ' contains each person and film once'
) from unnest(array['user_ownership', 'user_wishlist', 'user_watched']) as relation;
select throws_ok(
  format('insert into public.%I (user_id, film_id) values (tap.person(''olga''), -1)', relation),
  '23503', null, relation || ' refuses an unknown film'
) from unnest(array['user_ownership', 'user_wishlist', 'user_watched']) as relation;
select throws_ok(
  format('insert into public.%I (user_id, film_id) values (tap.person(''nobody''), tap.film(1))', relation),
  '23503', null, relation || ' refuses an unknown person'
) from unnest(array['user_ownership', 'user_wishlist', 'user_watched']) as relation;

insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('ben'), tap.film(2), true);
select results_eq(
  $$select owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k from public.user_ownership
    where user_id = tap.person('ben')$$,
  $$values (false, true, false, false)$$, 'flags default to false'
);

insert into public.user_wishlist (user_id, film_id) values (tap.person('ben'), tap.film(2));
insert into public.user_watched (user_id, film_id) values (tap.person('ben'), tap.film(2));
delete from public.films where spine = 2;
select tap.become('ben');
select is_empty(
  format('select from public.%I where user_id = tap.person(''ben'')', relation),
  relation || ' hides the rows of a deleted film'
)
from unnest(array['user_ownership', 'user_wishlist', 'user_watched']) as relation;
reset role;
select isnt_empty(
  format('select from public.%I where user_id = tap.person(''olga'')', relation),
  'the rows of other films stay in ' || relation
)
from unnest(array['user_ownership', 'user_wishlist', 'user_watched']) as relation;

select * from finish();
rollback;
