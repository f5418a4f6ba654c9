-- How often a film has been changed: who saves an edit names the revision it began from, and nothing newer is overwritten.

alter table public.films add column revision integer not null default 1;

-- After the flags are put right, because triggers run by name.
create function private.count_film_revision() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- The generated column is only made after this, from whatever stands here.
  new.search := old.search;
  if new is distinct from old then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

create trigger films_count_revision
  before update on public.films
  for each row execute function private.count_film_revision();
