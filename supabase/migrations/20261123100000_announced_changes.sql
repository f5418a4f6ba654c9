-- Whoever keeps answers made from a table is told, with the commit that changes it, that they are no longer true.
-- Only for tables that are read by everyone and changed by few: notifying makes commits wait for one another.

-- A statement that changes nothing is not announced: everyone signed in may send one.
create function private.announce_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op <> 'TRUNCATE' then
    if not exists (select from touched) then return null; end if;
  end if;
  perform pg_notify('changed_tables', tg_table_name);
  return null;
end
$$;

create trigger films_announce_insert after insert on public.films
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger films_announce_update after update on public.films
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger films_announce_delete after delete on public.films
  referencing old table as touched
  for each statement execute function private.announce_change();
create trigger films_announce_truncate after truncate on public.films
  for each statement execute function private.announce_change();
