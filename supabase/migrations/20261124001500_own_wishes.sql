-- The person's wishes with their list prices, as one value, because a list of rows is limited. The subselect makes the person
-- a value, which an index finds below the row rules.

create function public.own_wishes() returns jsonb
  language sql stable
begin atomic
  select coalesce(jsonb_agg(to_jsonb(listed) order by listed.spine), '[]')
  from (
    select
      wish.film_id, film.spine, film.title, film.director, film.year,
      film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
      film.laserdisc_oop, film.dvd_oop, film.bluray_oop, film.bluray_4k_oop,
      wish.wants_laserdisc, wish.wants_dvd, wish.wants_bluray, wish.wants_bluray_4k, wish.priority,
      details.note, details.price, details.currency,
      (
        select jsonb_object_agg(asked.format, to_jsonb(asked) - '{film_id, format}'::text[])
        from public.film_prices asked
        where asked.film_id = wish.film_id
      ) as prices
    from public.user_wishlist wish
    join public.films film on film.id = wish.film_id
    left join public.user_wish_details details on details.user_id = wish.user_id and details.film_id = wish.film_id
    where wish.user_id = (select auth.uid())
  ) as listed;
end;

comment on function public.own_wishes is
  'The wishes of the person who asks, in the order of spines: each with its film, formats, priority, note, own price and currency, and in prices what a shop asked for each format, {price, currency, as_of, source}, or null.';

revoke execute on function public.own_wishes from public, anon;
grant execute on function public.own_wishes to authenticated;
