-- Other ids and titles by which a film is found. Everyone reads them; admins write them. They are stored twice: as rows,
-- in which an import looks up an id, and as one value of the film, which is searched, edited and recorded with it.

create table public.film_aliases (
  film_id integer not null references public.films on delete cascade,
  kind text not null check (kind in ('imdb', 'letterboxd', 'tmdb', 'criterion', 'title')),
  value text not null check (private.is_line(value)),
  primary key (film_id, kind, value),
  constraint film_aliases_id_check check (case kind
    when 'imdb' then value ~ '^tt[0-9]+$'
    when 'tmdb' then value ~ '^[0-9]+$'
    when 'criterion' then value ~ '^[0-9]+$'
    else true
  end)
);

create index film_aliases_by_value on public.film_aliases (kind, value);

alter table public.film_aliases enable row level security;

revoke all on public.film_aliases from anon, authenticated;
grant select on public.film_aliases to anon, authenticated, service_role;
grant insert (film_id, kind, value), update (film_id, kind, value), delete on public.film_aliases to authenticated;

create policy everyone_reads_film_aliases on public.film_aliases for select to anon, authenticated using (true);
create policy admins_add_film_aliases on public.film_aliases for insert to authenticated
  with check ((select private.is_admin()));
create policy admins_change_film_aliases on public.film_aliases for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy admins_delete_film_aliases on public.film_aliases for delete to authenticated
  using ((select private.is_admin()));

create trigger film_aliases_announce_insert after insert on public.film_aliases
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger film_aliases_announce_update after update on public.film_aliases
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger film_aliases_announce_delete after delete on public.film_aliases
  referencing old table as touched
  for each statement execute function private.announce_change();
create trigger film_aliases_announce_truncate after truncate on public.film_aliases
  for each statement execute function private.announce_change();

-- All aliases of a film: {"imdb": ["tt0028950"], "title": ["La Grande Illusion"]}, each list in order; null without any.
alter table public.films add column aliases jsonb check (length(aliases::text) <= 10000);

create function private.arranged_aliases(aliases jsonb) returns jsonb
  language sql immutable parallel safe
  set search_path = ''
return (
  select jsonb_object_agg(kind, listed)
  from (
    select kind, jsonb_agg(distinct value) as listed
    from jsonb_each(aliases) as of_kind (kind, list), jsonb_array_elements_text(list) as value
    group by kind
  ) as kinds
);

-- The folded aliases for the search, without the numbers of TMDB and criterion.com, because a number in a search is a
-- spine.
create function private.alias_text(aliases jsonb) returns text
  language sql immutable parallel safe
  set search_path = ''
return coalesce((
  select string_agg(' ' || private.fold(value #>> '{}'), '')
  from jsonb_path_query(aliases - '{tmdb, criterion}'::text[], '$.*[*]') as value
), '');

-- To change the expression of a generated column, the column and everything that depends on it are made anew.
drop function public.ranked_films, public.profile_films;
drop view private.ranked_film, private.profile_film;
alter table public.films drop column search;
alter table public.films add column search text not null generated always as (
  private.fold(title) || ' ' || private.fold(director) || ' ' || spine::text || private.alias_text(aliases)
) stored;
comment on column public.films.search is 'Folded title, director, spine and aliases: match folded words with like.';

do $$
declare
  extension_schema text;
begin
  select nspname into extension_schema
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
  if extension_schema is null then return; end if;
  execute format(
    'create index films_by_search on public.films using gin (search %I.gin_trgm_ops) with (fastupdate = off)',
    extension_schema
  );
end
$$;

call private.follow_film_columns();

-- From the film to the rows. The name of the first trigger puts it before the one that counts the revision.

create function private.arrange_film_aliases() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.aliases := private.arranged_aliases(new.aliases);
  return new;
end
$$;

create trigger films_arrange_aliases before insert or update of aliases on public.films
  for each row when (new.aliases is not null) execute function private.arrange_film_aliases();

create function private.spread_film_aliases() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform set_config('films.spreads_aliases', 'yes', true);
  delete from public.film_aliases alias
  where alias.film_id = new.id and (coalesce(new.aliases, '{}') -> alias.kind) ? alias.value is not true;
  insert into public.film_aliases (film_id, kind, value)
  select new.id, kind, value
  from jsonb_each(coalesce(new.aliases, '{}')) as of_kind (kind, list), jsonb_array_elements_text(list) as value
  on conflict do nothing;
  perform set_config('films.spreads_aliases', '', true);
  return null;
end
$$;

create trigger films_spread_aliases_of_new after insert on public.films
  for each row when (new.aliases is not null) execute function private.spread_film_aliases();
create trigger films_spread_aliases after update of aliases on public.films
  for each row when (new.aliases is distinct from old.aliases) execute function private.spread_film_aliases();

-- From the rows to the film.

create function private.gather_film_aliases(film_ids integer[]) returns void
  language sql volatile
  set search_path = ''
as $$
  update public.films film set aliases = gathered.aliases
  from (
    select id, private.arranged_aliases(
      (select jsonb_object_agg(kind, list) from (
        select kind, jsonb_agg(value) as list from public.film_aliases where film_id = id group by kind
      ) as kinds)
    ) as aliases
    from unnest(film_ids) as id
  ) as gathered
  where film.id = gathered.id and film.aliases is distinct from gathered.aliases
$$;

create function private.gather_changed_film_aliases() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if current_setting('films.spreads_aliases', true) = 'yes' then return null; end if;
  perform private.gather_film_aliases(array(select distinct film_id from touched));
  -- An alias may also be moved away from a film.
  if tg_op = 'UPDATE' then
    perform private.gather_film_aliases(array(select distinct film_id from former));
  end if;
  return null;
end
$$;

revoke execute on function private.gather_film_aliases, private.arranged_aliases, private.alias_text from public;
grant execute on function private.arranged_aliases, private.alias_text to authenticated, service_role;

create trigger film_aliases_gather_added after insert on public.film_aliases
  referencing new table as touched
  for each statement execute function private.gather_changed_film_aliases();
create trigger film_aliases_gather_changed after update on public.film_aliases
  referencing old table as former new table as touched
  for each statement execute function private.gather_changed_film_aliases();
create trigger film_aliases_gather_deleted after delete on public.film_aliases
  referencing old table as touched
  for each statement execute function private.gather_changed_film_aliases();
