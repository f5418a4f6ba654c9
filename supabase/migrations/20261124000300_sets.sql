-- Box sets and the films in them. Everyone reads them; admins write them. The films are stored twice: as rows, which lead
-- from a film to its sets, and as one value of the set, which is edited and recorded with it.

create table public.sets (
  id integer generated always as identity primary key,
  title text collate "und-x-icu" not null unique check (private.is_line(title)),
  -- The row of the catalogue that is the set, where it has a spine of its own.
  film_id integer unique references public.films on delete set null,
  -- The number of its page at criterion.com, which counts sets apart from films.
  criterion_id integer unique check (criterion_id between 1 and 999999999),
  -- In order: [{"film_id": 7}, {"title": "The Killers", "director": "Don Siegel", "year": 1964}].
  films jsonb not null default '[]' check (jsonb_typeof(films) = 'array' and jsonb_array_length(films) <= 999),
  revision integer not null default 1
);

create table public.set_films (
  set_id integer not null references public.sets on delete cascade,
  position integer not null check (position between 1 and 999),
  film_id integer references public.films,
  -- Only of a film without a spine: those of the catalogue are in films.
  title text check (private.is_line(title)),
  director text check (private.is_line(director)),
  year integer check (year between 1870 and 2100),
  primary key (set_id, position),
  unique (set_id, film_id),
  constraint set_films_one_film_check check (
    case when film_id is null then title is not null else coalesce(title, director, year::text) is null end
  )
);

create index set_films_by_film on public.set_films (film_id, set_id);

alter table public.sets enable row level security;
alter table public.set_films enable row level security;

revoke all on public.sets, public.set_films from anon, authenticated;
revoke all on sequence public.sets_id_seq from anon, authenticated;
grant select on public.sets, public.set_films to anon, authenticated, service_role;
grant
  insert (title, film_id, criterion_id, films), update (title, film_id, criterion_id, films), delete
  on public.sets to authenticated;
grant
  insert (set_id, position, film_id, title, director, year),
  update (set_id, position, film_id, title, director, year),
  delete
  on public.set_films to authenticated;

create policy everyone_reads_sets on public.sets for select to anon, authenticated using (true);
create policy admins_add_sets on public.sets for insert to authenticated with check ((select private.is_admin()));
create policy admins_change_sets on public.sets for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy admins_delete_sets on public.sets for delete to authenticated using ((select private.is_admin()));

create policy everyone_reads_set_films on public.set_films for select to anon, authenticated using (true);
create policy admins_add_set_films on public.set_films for insert to authenticated
  with check ((select private.is_admin()));
create policy admins_change_set_films on public.set_films for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy admins_delete_set_films on public.set_films for delete to authenticated
  using ((select private.is_admin()));

create trigger sets_announce_insert after insert on public.sets
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger sets_announce_update after update on public.sets
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger sets_announce_delete after delete on public.sets
  referencing old table as touched
  for each statement execute function private.announce_change();
create trigger sets_announce_truncate after truncate on public.sets
  for each statement execute function private.announce_change();
create trigger set_films_announce_insert after insert on public.set_films
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger set_films_announce_update after update on public.set_films
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger set_films_announce_delete after delete on public.set_films
  referencing old table as touched
  for each statement execute function private.announce_change();
create trigger set_films_announce_truncate after truncate on public.set_films
  for each statement execute function private.announce_change();

-- From the set to the rows. The names of the first triggers put the value in its form before the revision is counted.

create function private.arrange_set_films() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.films := coalesce((
    select jsonb_agg(
      case
        when jsonb_typeof(film -> 'film_id') = 'number' then jsonb_build_object('film_id', film -> 'film_id')
        else jsonb_strip_nulls(jsonb_build_object(
          'title', film -> 'title', 'director', film -> 'director', 'year', film -> 'year'
        ))
      end
      order by nth
    )
    from jsonb_array_elements(new.films) with ordinality as listed (film, nth)
  ), '[]');
  return new;
end
$$;

create trigger sets_arrange_films before insert or update of films on public.sets
  for each row execute function private.arrange_set_films();

create function private.count_set_revision() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if new is distinct from old then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

create trigger sets_count_revision before update on public.sets
  for each row execute function private.count_set_revision();

create function private.spread_set_films() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if private.gathered_set_films(new.id) = new.films then return null; end if;
  perform set_config('sets.spreads_films', 'yes', true);
  delete from public.set_films where set_id = new.id;
  insert into public.set_films (set_id, position, film_id, title, director, year)
  select
    new.id, nth, (film ->> 'film_id')::integer, film ->> 'title', film ->> 'director', (film ->> 'year')::integer
  from jsonb_array_elements(new.films) with ordinality as listed (film, nth);
  perform set_config('sets.spreads_films', '', true);
  return null;
end
$$;

create trigger sets_spread_films after insert or update of films on public.sets
  for each row execute function private.spread_set_films();

-- From the rows to the set.

create function private.gathered_set_films(of_set integer) returns jsonb
  language sql stable
  set search_path = ''
return coalesce((
  select jsonb_agg(
    jsonb_strip_nulls(
      jsonb_build_object('film_id', film_id, 'title', title, 'director', director, 'year', year)
    )
    order by position
  )
  from public.set_films
  where set_id = of_set
), '[]');

create function private.gather_set_films(set_ids integer[]) returns void
  language sql volatile
  set search_path = ''
as $$
  update public.sets set films = private.gathered_set_films(id)
  where id = any (set_ids) and films <> private.gathered_set_films(id)
$$;

create function private.gather_changed_set_films() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if current_setting('sets.spreads_films', true) = 'yes' then return null; end if;
  perform private.gather_set_films(array(select distinct set_id from touched));
  -- A film may also be moved away from a set.
  if tg_op = 'UPDATE' then
    perform private.gather_set_films(array(select distinct set_id from former));
  end if;
  return null;
end
$$;

revoke execute on function private.gathered_set_films, private.gather_set_films from public;

create trigger set_films_gather_added after insert on public.set_films
  referencing new table as touched
  for each statement execute function private.gather_changed_set_films();
create trigger set_films_gather_changed after update on public.set_films
  referencing old table as former new table as touched
  for each statement execute function private.gather_changed_set_films();
create trigger set_films_gather_deleted after delete on public.set_films
  referencing old table as touched
  for each statement execute function private.gather_changed_set_films();

-- When a film is deleted, its row in each set keeps title, director and year. A restored film returns to the sets from
-- which its deletion took it, and not to those from which an admin took it before.

create table private.sets_of_deleted_films (
  film_id integer not null,
  set_id integer not null,
  -- Whether the film is the set itself, and not a film in it.
  is_own boolean not null,
  primary key (film_id, set_id, is_own)
);

create unique index sets_of_deleted_films_own on private.sets_of_deleted_films (film_id) where is_own;

revoke all on private.sets_of_deleted_films from anon, authenticated;

create function private.keep_film_in_sets() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into private.sets_of_deleted_films (film_id, set_id, is_own)
  select old.id, set_id, false from public.set_films where film_id = old.id
  union all
  select old.id, id, true from public.sets where film_id = old.id;
  update public.set_films set film_id = null, title = old.title, director = old.director, year = old.year
  where film_id = old.id;
  -- Not left to `on delete set null`: a statement that also deletes films of the set changes the set's row before that
  -- action runs.
  update public.sets set film_id = null where film_id = old.id;
  return old;
end
$$;

create trigger films_keep_in_sets before delete on public.films
  for each row execute function private.keep_film_in_sets();
