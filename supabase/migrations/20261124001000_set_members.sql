-- What the pages of films and sets show of box sets.

-- A film in a set: the row type of the function below.
create view private.set_member as
select
  sets.id as set_id, sets.title as set_title, own.spine as set_spine,
  member.position, film.id as film_id, film.spine, film.title, film.director, film.year,
  film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
  film.laserdisc_oop, film.dvd_oop, film.bluray_oop, film.bluray_4k_oop
from public.set_films member
join public.sets on sets.id = member.set_id
left join public.films own on own.id = sets.film_id
left join public.films film on film.id = member.film_id;

-- A function and not a view, because its responses can be cached.
create function public.set_members(of_set integer default null, of_spine integer default null)
  returns setof private.set_member
  language sql stable
begin atomic
  select
    sets.id, sets.title, own.spine,
    member.position, film.id, film.spine,
    coalesce(film.title, member.title collate "und-x-icu"), coalesce(film.director, member.director collate "und-x-icu"),
    coalesce(film.year, member.year),
    film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
    film.laserdisc_oop, film.dvd_oop, film.bluray_oop, film.bluray_4k_oop
  from public.set_films member
  join public.sets on sets.id = member.set_id
  left join public.films own on own.id = sets.film_id
  left join public.films film on film.id = member.film_id
  where member.set_id in (
    select of_set
    union all
    select holding.set_id
    from public.films page join public.set_films holding on holding.film_id = page.id
    where page.spine = of_spine
    union all
    select its_own.id
    from public.films page join public.sets its_own on its_own.film_id = page.id
    where page.spine = of_spine
  );
end;

comment on function public.set_members is
  'The films of a set, or of all sets that hold the film with a spine or are that film. A film without a spine has no film_id.';

revoke execute on function public.set_members from public;
grant execute on function public.set_members to anon, authenticated, service_role;

-- The first segment of the address of a set's page.
insert into private.reserved_words (word)
select regexp_split_to_table($words$set sets$words$, '\s+');
