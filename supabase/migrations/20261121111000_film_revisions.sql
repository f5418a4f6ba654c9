-- How often a film has been changed: who saves an edit names the revision it began from, and nothing newer is overwritten.

alter table public.films add column revision integer not null default 1;

-- After the flags are put right, because triggers run by name; of a generated column nothing is known here yet.
create function private.count_film_revision() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if (to_jsonb(new) - '{search, revision}'::text[]) is distinct from (to_jsonb(old) - '{search, revision}'::text[]) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

create trigger films_count_revision
  before update on public.films
  for each row execute function private.count_film_revision();
