-- Everything that a person tracks, in one request: a browser stores it and answers from it without a network. The row rules
-- leave out what is another person's. The subselect makes the person a value, which an index finds below the row rules.

create function public.own_tracking() returns jsonb
  language sql stable
begin atomic
  select jsonb_build_object(
    'profile', (
      select to_jsonb(own) from public.profiles own where own.id = (select auth.uid())
    ),
    'user_ownership', coalesce((
      select jsonb_agg(to_jsonb(own) - 'user_id') from public.user_ownership own where own.user_id = (select auth.uid())
    ), '[]'),
    'user_sets', coalesce((
      select jsonb_agg(to_jsonb(own) - 'user_id') from public.user_sets own where own.user_id = (select auth.uid())
    ), '[]'),
    'user_wishlist', coalesce((
      select jsonb_agg(to_jsonb(own) - 'user_id') from public.user_wishlist own where own.user_id = (select auth.uid())
    ), '[]'),
    'user_watched', coalesce((
      select jsonb_agg(to_jsonb(own) - 'user_id') from public.user_watched own where own.user_id = (select auth.uid())
    ), '[]'),
    'user_copies', coalesce((
      select jsonb_agg(to_jsonb(own) - 'user_id') from public.user_copies own where own.user_id = (select auth.uid())
    ), '[]'),
    'user_viewings', coalesce((
      select jsonb_agg(to_jsonb(own) - 'user_id') from public.user_viewings own where own.user_id = (select auth.uid())
    ), '[]'),
    'user_wish_details', coalesce((
      select jsonb_agg(to_jsonb(own) - 'user_id') from public.user_wish_details own
      where own.user_id = (select auth.uid())
    ), '[]')
  );
end;

comment on function public.own_tracking is
  'Everything that the person who asks tracks: {profile, user_ownership, user_sets, user_wishlist, user_watched, user_copies, user_viewings, user_wish_details}, each but the profile a list of rows without user_id.';

revoke execute on function public.own_tracking from public, anon;
grant execute on function public.own_tracking to authenticated;
