-- Names by which somebody could pass for the people who run the site, or for its mail. Who has one keeps it.

insert into private.reserved_words (word)
select unnest(string_to_array(
  'administrators hostmaster noreply official operator postmaster superuser sysadmin webmaster', ' '
))
on conflict do nothing;

-- As before, but a name that stays as it is is not judged again: it may have been reserved since.
create or replace function private.settle_username() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.username = new.username then return null; end if;
  if tg_op <> 'INSERT' then
    insert into private.given_up_usernames (username, profile_id)
    values (old.username, case tg_op when 'UPDATE' then old.id end)
    on conflict (username) do update set profile_id = excluded.profile_id, given_up_at = excluded.given_up_at;
  end if;
  if tg_op = 'DELETE' then return null; end if;
  -- A name that its last owner takes back is no longer given up.
  delete from private.given_up_usernames where username = new.username and profile_id = new.id;
  -- Otherwise one account could keep any number of names from others.
  if tg_op = 'UPDATE' and 5 < (
    select count(*) from private.given_up_usernames given_up
    where given_up.profile_id = new.id and given_up.given_up_at > now() - interval '90 days'
  ) then
    raise exception 'You have changed your username five times in 90 days. Please keep this one for a while.'
      using errcode = '23514';
  end if;
  case private.username_refusal(new.username, new.id)
    when 'reserved' then
      raise exception 'The username % is reserved. Please choose another.', new.username using errcode = '23514';
    when 'given up' then
      raise exception 'The username % is taken. Please choose another.', new.username using errcode = '23505';
    else null;
  end case;
  return null;
end
$$;

-- As before, but one's present name is free for oneself, even where it has been reserved since.
create or replace function public.username_state(username text) returns text
  language sql stable security definer
  set search_path = ''
return
  case
    when lower(btrim(username)) !~ '^[a-z0-9_-]{3,30}$' then 'not allowed'
    else coalesce(
      (
        select case when taken.id = auth.uid() then 'free' else 'taken' end
        from public.profiles taken
        where taken.username = lower(btrim(username_state.username))
      ),
      case private.username_refusal(lower(btrim(username)), auth.uid())
        when 'reserved' then 'reserved'
        when 'given up' then 'taken'
        else 'free'
      end
    )
  end;
