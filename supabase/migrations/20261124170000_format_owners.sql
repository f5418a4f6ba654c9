-- How many people own what an admin is about to remove.

-- Of the shape that `change_film_formats` takes. As with `count_film_trackers`, an admin must know of everybody, and
-- learns no more than how many they are.
create function public.count_format_owners(changes jsonb) returns integer
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_format_changes(changes);
  return (
    select count(distinct own.user_id)::integer
    from jsonb_to_recordset(changes) as change (id integer, after jsonb)
    join public.films film on film.id = change.id
    join public.user_ownership own on own.film_id = film.id
    where (film.laserdisc and own.owns_laserdisc and not coalesce((after -> 'laserdisc')::boolean, true))
      or (film.dvd and own.owns_dvd and not coalesce((after -> 'dvd')::boolean, true))
      or (film.bluray and own.owns_bluray and not coalesce((after -> 'bluray')::boolean, true))
      or (film.bluray_4k and own.owns_bluray_4k and not coalesce((after -> 'bluray_4k')::boolean, true))
  );
end
$$;

comment on function public.count_format_owners is
  'How many people own a format that changes of the shape of change_film_formats remove.';

revoke execute on function public.count_format_owners from public, anon;
grant execute on function public.count_format_owners to authenticated;
