-- A person deletes their account, with everything in it, by typing its username.

create function public.delete_account(username text) returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
begin
  if not exists (
    select from public.profiles own
    where own.id = auth.uid() and own.username = lower(btrim(private.limited(delete_account.username)))
  ) then
    raise exception 'That is not your username.' using hint = 'Type your username to delete your account.';
  end if;
  if private.is_admin() then
    -- Without the lock, two admins who leave at the same moment would each count the other.
    lock table public.user_roles in share row exclusive mode;
    if (select count(*) from public.user_roles where role = 'admin') = 1 then
      raise exception 'You are the last admin.' using hint = 'Make another person admin before you delete your account.';
    end if;
  end if;
  delete from auth.users where id = auth.uid();
end
$$;

comment on function public.delete_account is 'Deletes the caller''s account with everything in it, if the name is theirs.';

revoke execute on function public.delete_account from public, anon;
grant execute on function public.delete_account to authenticated;
