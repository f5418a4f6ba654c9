-- What the person changes after an import is no longer the import's, so an undo leaves it.

-- A mark that the person removes no longer belongs to the import, even if it is set again.
create function private.forget_import_marks() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  removed constant text[] := case
    when tg_table_name not in ('user_ownership', 'user_sets') then array[replace(tg_table_name, 'user_', '')]
    when tg_op = 'DELETE' then '{ownership, laserdisc, dvd, bluray, bluray_4k}'
    else private.ticked_formats(to_jsonb(old), to_jsonb(new))
  end;
begin
  if tg_table_name = 'user_sets' then
    update private.import_set_marks made
    set marks = array(select mark from unnest(made.marks) as mark where mark <> all (removed))
    where made.user_id = old.user_id and made.set_id = old.set_id and made.marks && removed;
  else
    update private.import_marks made
    set marks = array(select mark from unnest(made.marks) as mark where mark <> all (removed))
    where made.user_id = old.user_id and made.film_id = old.film_id and made.marks && removed;
  end if;
  return null;
end
$$;

-- Not for a deletion that cascades, which deletes these rows as well.
create trigger user_ownership_forget_import after update on public.user_ownership
  for each row when (
    old.owns_laserdisc > new.owns_laserdisc or old.owns_dvd > new.owns_dvd or old.owns_bluray > new.owns_bluray
    or old.owns_bluray_4k > new.owns_bluray_4k
  ) execute function private.forget_import_marks();
create trigger user_ownership_forget_import_of_row after delete on public.user_ownership
  for each row when (pg_trigger_depth() = 0) execute function private.forget_import_marks();
create trigger user_wishlist_forget_import after delete on public.user_wishlist
  for each row when (pg_trigger_depth() = 0) execute function private.forget_import_marks();
create trigger user_watched_forget_import after delete on public.user_watched
  for each row when (pg_trigger_depth() = 0) execute function private.forget_import_marks();
create trigger user_sets_forget_import after update on public.user_sets
  for each row when (
    old.owns_laserdisc > new.owns_laserdisc or old.owns_dvd > new.owns_dvd or old.owns_bluray > new.owns_bluray
    or old.owns_bluray_4k > new.owns_bluray_4k
  ) execute function private.forget_import_marks();
create trigger user_sets_forget_import_of_row after delete on public.user_sets
  for each row when (pg_trigger_depth() = 0) execute function private.forget_import_marks();

-- If a person adds or changes a detail, an undo no longer removes that detail and its mark.
create function private.forget_import_of_detail() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  detail constant jsonb := to_jsonb(new);
  kept text;
begin
  if current_setting('tracking.imports', true) = 'yes' then return null; end if;
  kept := case tg_table_name
    when 'user_copies' then detail ->> 'format' when 'user_viewings' then 'watched' else 'wishlist'
  end;
  update private.import_marks made set marks = array_remove(marks, kept)
  where made.user_id = new.user_id and made.film_id = (detail ->> 'film_id')::integer and kept = any (marks);
  update private.import_set_marks made set marks = array_remove(marks, kept)
  where made.user_id = new.user_id and made.set_id = (detail ->> 'set_id')::integer and kept = any (marks);
  if tg_op = 'UPDATE' and tg_table_name in ('user_copies', 'user_viewings') then
    delete from private.import_details made where made.user_id = new.user_id and made.id = (detail ->> 'id')::uuid;
  end if;
  return null;
end
$$;

create trigger user_copies_forget_import after insert or update on public.user_copies
  for each row execute function private.forget_import_of_detail();
create trigger user_viewings_forget_import after insert or update on public.user_viewings
  for each row execute function private.forget_import_of_detail();
create trigger user_wishlist_forget_import_of_wish after update on public.user_wishlist
  for each row execute function private.forget_import_of_detail();
create trigger user_wish_details_forget_import after insert or update on public.user_wish_details
  for each row execute function private.forget_import_of_detail();

create function private.forget_import_of_removed_detail() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from private.import_details made where made.user_id = old.user_id and made.id = old.id;
  return null;
end
$$;

create trigger user_copies_forget_import_of_row after delete on public.user_copies
  for each row execute function private.forget_import_of_removed_detail();
create trigger user_viewings_forget_import_of_row after delete on public.user_viewings
  for each row execute function private.forget_import_of_removed_detail();
