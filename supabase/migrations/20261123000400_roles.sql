-- Admins. A role is granted on the server's command line and never through the API.

create table public.user_roles (
  user_id uuid not null references public.profiles on delete cascade,
  role text not null check (role = 'admin'),
  primary key (user_id, role)
);

alter table public.user_roles enable row level security;

revoke all on public.user_roles from anon, authenticated;
grant select on public.user_roles to authenticated, service_role;

create policy user_reads_own_roles on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()));

create function private.is_admin() returns boolean
  language sql stable security definer
  set search_path = ''
return exists (select from public.user_roles where user_id = auth.uid() and role = 'admin');

create function private.require_admin() returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only admins change the catalogue.';
  end if;
end
$$;

revoke execute on function private.is_admin, private.require_admin from public;
grant execute on function private.is_admin, private.require_admin to authenticated;

-- Admins write the catalogue. film_columns.sql grants the columns they write.
grant delete on public.films to authenticated;

create policy admins_add_films on public.films for insert to authenticated
  with check ((select private.is_admin()));
create policy admins_change_films on public.films for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy admins_delete_films on public.films for delete to authenticated
  using ((select private.is_admin()));
