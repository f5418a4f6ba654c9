-- What two people own and wish for, compared.

-- plpgsql, so that the two people are known when the statements about their rows are planned.
create function public.compared_profiles(of_username text, with_username text)
  returns table (
    user_id uuid, with_user_id uuid,
    both_own integer, only_one_owns integer, only_other_owns integer,
    wished_by_one integer, wished_by_other integer,
    visibility text
  )
  language plpgsql stable
  set search_path = ''
as $$
declare
  one record;
  other record;
begin
  select
    profiles.id,
    private.narrower(profiles.visibility, profiles.collection_visibility) as collection,
    private.narrower(profiles.visibility, profiles.wishlist_visibility) as wishlist,
    coalesce(profiles.id = auth.uid(), false) or not row_security_active('public.profiles') as sees_all
  into one
  from public.profiles where profiles.username = lower(private.limited(of_username));
  select
    profiles.id,
    private.narrower(profiles.visibility, profiles.collection_visibility) as collection,
    private.narrower(profiles.visibility, profiles.wishlist_visibility) as wishlist,
    coalesce(profiles.id = auth.uid(), false) or not row_security_active('public.profiles') as sees_all
  into other
  from public.profiles where profiles.username = lower(private.limited(with_username));
  if one.id is null or other.id is null or one.id = other.id then
    return;
  end if;

  user_id := one.id;
  with_user_id := other.id;
  select
    count(*) filter (where marks.both_own), count(*) filter (where marks.only_one_owns),
    count(*) filter (where marks.only_other_owns), count(*) filter (where marks.wished_by_one),
    count(*) filter (where marks.wished_by_other)
  into both_own, only_one_owns, only_other_owns, wished_by_one, wished_by_other
  from private.compared_marks(one.id, other.id) as marks;
  -- A number needs both parts that it is about.
  if not (
    (one.sees_all or one.collection <> 'private') and (other.sees_all or other.collection <> 'private')
  ) then
    both_own := null;
    only_one_owns := null;
    only_other_owns := null;
  end if;
  if not ((one.sees_all or one.wishlist <> 'private') and (other.sees_all or other.collection <> 'private')) then
    wished_by_one := null;
  end if;
  if not ((other.sees_all or other.wishlist <> 'private') and (one.sees_all or one.collection <> 'private')) then
    wished_by_other := null;
  end if;
  if coalesce(both_own, wished_by_one, wished_by_other) is null then
    return;
  end if;

  -- private if others see none of the numbers; otherwise unlisted if any of the parts is.
  visibility := case
    when 'private' in (one.collection, other.collection)
      and 'private' in (one.collection, other.wishlist)
      and 'private' in (one.wishlist, other.collection) then 'private'
    when 'unlisted' in (one.collection, one.wishlist, other.collection, other.wishlist) then 'unlisted'
    else 'public'
  end;
  return next;
end
$$;

comment on function public.compared_profiles is
  'How many films two people both own (also through box sets), only the first, only the other, and how many one wishes for that the other owns; each number is null if the reader may not see a part that it is about. visibility is private if others see none of the numbers, and unlisted if a part is. No row for the same person twice, for a person who is unknown or private, or if no number may be seen.';

revoke execute on function public.compared_profiles from public;
grant execute on function public.compared_profiles to anon, authenticated, service_role;
