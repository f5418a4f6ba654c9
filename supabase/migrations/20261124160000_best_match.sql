-- How well a film matches a search, so that a search can begin with what is most likely meant.

-- The words of a search. No more than a person types: each is looked for in every film that matches.
create function private.search_words(phrase text) returns text[]
  language sql immutable strict parallel safe
return (string_to_array(left(phrase, 200), ' '))[1:20];

-- Patterns that find them as whole words, of letters and digits.
create function private.whole_words(phrase text) returns text[]
  language sql immutable strict parallel safe
return (string_to_array(
  '\m' || replace(
    btrim(regexp_replace(left(phrase, 200) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g')), ' ', '\M \m'
  ) || '\M', ' '
))[1:20];

-- 0 where the spine is a word of the search, 1 where the title begins with the search, 2 where each word of it is a
-- whole word of the film, else 3. The planner puts the body in the call's place, so there may be no settings; words and
-- patterns are handed in, so that they are made once and not for each film.
create function private.match_rank(spine integer, search text, phrase text, words text[], whole_words text[])
  returns integer
  language sql immutable parallel safe
return case
  when spine::text = any (words) then 0
  when starts_with(search, phrase) then 1
  when search collate "und-x-icu" ~ all (whole_words) then 2
  else 3
end;

-- A film to a search. A type, as that of a film to a person.
create type public.ranked_film as (
  id integer,
  spine integer,
  title text collate "und-x-icu",
  director text collate "und-x-icu",
  country text collate "und-x-icu",
  year integer,
  laserdisc boolean,
  dvd boolean,
  bluray boolean,
  bluray_4k boolean,
  laserdisc_oop boolean,
  dvd_oop boolean,
  bluray_oop boolean,
  bluray_4k_oop boolean,
  product_url text,
  box_art_url text,
  imdb_link text,
  letterboxd_link text,
  wikipedia_link text,
  bluray_com_link text,
  amazon_link text,
  ebay_link text,
  search text,
  match_rank integer
);

-- Every film, not only those that match: filters leave these, by the index of searches, and only they are ranked.
create function public.ranked_films(phrase text) returns setof public.ranked_film
  language sql stable
begin atomic
  select
    film.id, film.spine, film.title, film.director, film.country, film.year,
    film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
    film.laserdisc_oop, film.dvd_oop, film.bluray_oop, film.bluray_4k_oop,
    film.product_url, film.box_art_url, film.imdb_link, film.letterboxd_link, film.wikipedia_link,
    film.bluray_com_link, film.amazon_link, film.ebay_link, film.search,
    private.match_rank(
      film.spine, film.search, phrase,
      (select private.search_words(phrase)), (select private.whole_words(phrase))
    )
  from public.films film;
end;

comment on function public.ranked_films is
  'Every film with how well it matches folded words: 0 by its spine, 1 by how its title begins, 2 by whole words, else 3.';

revoke execute on function public.ranked_films from public;
grant execute on function public.ranked_films to anon, authenticated, service_role;

-- The films of a person, as before, and with the same rank. Without a phrase all are alike.
drop function public.profile_films(uuid);
alter type public.profile_film add attribute match_rank integer;

create function public.profile_films(of_user uuid, phrase text default '') returns setof public.profile_film
  language sql stable
begin atomic
  select
    film.id, film.spine, film.title, film.director, film.country, film.year,
    film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
    film.laserdisc_oop, film.dvd_oop, film.bluray_oop, film.bluray_4k_oop,
    film.product_url, film.box_art_url, film.imdb_link, film.letterboxd_link, film.wikipedia_link,
    film.bluray_com_link, film.amazon_link, film.ebay_link, film.search,
    coalesce(own.owns_laserdisc, false),
    coalesce(own.owns_dvd, false),
    coalesce(own.owns_bluray, false),
    coalesce(own.owns_bluray_4k, false),
    own.owns_laserdisc is true or own.owns_dvd is true or own.owns_bluray is true or own.owns_bluray_4k is true,
    watched.film_id is not null,
    wish.film_id is not null,
    private.match_rank(
      film.spine, film.search, phrase,
      (select private.search_words(phrase)), (select private.whole_words(phrase))
    )
  from public.films film
  left join sealed.ownership own on own.user_id = of_user and own.film_id = film.id
  left join sealed.watched watched on watched.user_id = of_user and watched.film_id = film.id
  left join sealed.wishlists wish on wish.user_id = of_user and wish.film_id = film.id
  where exists (select from public.profiles where profiles.id = of_user);
end;

comment on function public.profile_films is
  'Every film once, with what a person owns, watched and wants, and how well it matches folded words; no row for an unknown person.';

revoke execute on function public.profile_films from public;
grant execute on function public.profile_films to anon, authenticated, service_role;
