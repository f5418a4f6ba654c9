-- What the caller noted of a film, or of a set without a spine, in one request for its page. The row rules leave out
-- other people's rows. The subselect makes the person a value, by which an index finds the rows under the row rules.

create function public.own_details(of_film integer default null, of_set integer default null) returns jsonb
  language sql stable
begin atomic
  select jsonb_build_object(
    'copies', coalesce((
      select jsonb_agg(to_jsonb(own) - '{user_id, film_id, set_id}'::text[] order by own.acquired_on desc nulls last, own.id)
      from public.user_copies own
      where own.user_id = (select auth.uid()) and (own.film_id = of_film or own.set_id = of_set)
    ), '[]'),
    'viewings', coalesce((
      select jsonb_agg(to_jsonb(own) - '{user_id, film_id}'::text[] order by own.watched_on desc nulls last, own.id)
      from public.user_viewings own
      where own.user_id = (select auth.uid()) and own.film_id = of_film
    ), '[]'),
    'wish', (
      select to_jsonb(own) - '{id, user_id, film_id}'::text[]
        || jsonb_build_object('note', details.note, 'price', details.price, 'currency', details.currency)
      from public.user_wishlist own
      left join public.user_wish_details details on details.user_id = own.user_id and details.film_id = own.film_id
      where own.user_id = (select auth.uid()) and own.film_id = of_film
    )
  );
end;

comment on function public.own_details is
  'The copies and viewings of a film that the person who asks has noted, and their wish for it or null: {copies, viewings, wish}. Of a set without a spine only the copies.';

revoke execute on function public.own_details from public, anon;
grant execute on function public.own_details to authenticated;

-- How many copies the last untick of a format removed, of one film, of several at once or of a set, for the message
-- that offers to restore them.
create function public.count_removed_copies(of_films integer[], of_format text, of_set integer default null)
  returns integer
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  of_films := private.limited(of_films, 2000);
  of_format := private.limited(of_format);
  return (
    select count(*)
    from private.removed_details removed
    where removed.user_id = auth.uid() and (removed.film_id = any (of_films) or removed.set_id = of_set)
      and removed.mark = of_format
      and removed.kind = 'copy' and removed.removed_at >= now() - interval '1 day'
  );
end
$$;

comment on function public.count_removed_copies is
  'How many copies of films, and of a set without a spine, went when the person who asks unticked their format, and come back with the tick.';

revoke execute on function public.count_removed_copies from public, anon;
grant execute on function public.count_removed_copies to authenticated;
