-- Imports: many marks of one person, set in one transaction, which can be undone for 30 days.

create table public.imports (
  user_id uuid not null references public.profiles on delete cascade,
  id uuid not null,
  -- The name of the file, or how the titles were entered.
  name text not null check (private.is_line(name)),
  made_at timestamptz not null default now(),
  -- How many marks it set: formats, and films on each list.
  formats integer not null,
  wishlisted integer not null,
  watched integer not null,
  copies integer not null default 0,
  viewings integer not null default 0,
  undone_at timestamptz,
  -- How many of these marks, copies and viewings were removed again.
  removed integer,
  primary key (user_id, id)
);

create index imports_by_age on public.imports (user_id, made_at);

-- The marks that an import set and that the person has not removed since. An undo removes these and no others.
create table private.import_marks (
  user_id uuid not null references public.profiles on delete cascade,
  import_id uuid not null,
  film_id integer not null,
  -- Formats, `wishlist`, `watched`, and `ownership` where the import inserted the row itself.
  marks text[] not null,
  primary key (user_id, import_id, film_id)
);

-- For a tick.
create index import_marks_by_film on private.import_marks (user_id, film_id);

-- The same for sets without a spine.
create table private.import_set_marks (
  user_id uuid not null references public.profiles on delete cascade,
  import_id uuid not null,
  set_id integer not null,
  marks text[] not null,
  primary key (user_id, import_id, set_id)
);

create index import_set_marks_by_set on private.import_set_marks (user_id, set_id);

-- The copies and viewings that an import added and that the person has not changed since.
create table private.import_details (
  user_id uuid not null references public.profiles on delete cascade,
  import_id uuid not null,
  id uuid not null,
  primary key (user_id, import_id, id)
);

create index import_details_by_id on private.import_details (user_id, id);

alter table public.imports enable row level security;

revoke all on public.imports from anon, authenticated;
revoke all on private.import_marks, private.import_set_marks, private.import_details from anon, authenticated;
grant select on public.imports to authenticated, service_role;

create policy owner_reads_own_imports on public.imports for select to authenticated
  using (user_id = (select auth.uid()));
