-- Who is an admin, and what admins may do. Roles are given on the server's command line, never through the API.

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

revoke execute on function private.is_admin from public;
grant execute on function private.is_admin to authenticated;

grant
  insert (
    spine, title, director, country, year, laserdisc, dvd, bluray, bluray_4k,
    laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop, product_url, box_art_url, imdb_link, letterboxd_link,
    wikipedia_link, bluray_com_link, amazon_link, ebay_link
  ),
  update (
    spine, title, director, country, year, laserdisc, dvd, bluray, bluray_4k,
    laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop, product_url, box_art_url, imdb_link, letterboxd_link,
    wikipedia_link, bluray_com_link, amazon_link, ebay_link
  ),
  delete
  on public.films to authenticated;

create policy admins_add_films on public.films for insert to authenticated
  with check ((select private.is_admin()));
create policy admins_change_films on public.films for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy admins_delete_films on public.films for delete to authenticated
  using ((select private.is_admin()));
