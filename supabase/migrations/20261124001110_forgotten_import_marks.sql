-- What the person changes after an import is no longer the import's, so an undo leaves it.

-- Marks that the person removes no longer belong to an import (removed_details.sql).
create function private.forget_import_marks(of_user uuid, gone private.title_mark[]) returns void
  language plpgsql volatile
  set search_path = ''
as $$
begin
  -- Most people have no imports: checking first keeps an untick fast.
  if exists (select from private.import_marks made where made.user_id = of_user) then
    update private.import_marks made
    set marks = array(select mark from unnest(made.marks) as mark where mark <> all (title.marks))
    from (select film_id, array_agg(mark) as marks from unnest(gone) where film_id is not null group by film_id) as title
    where made.user_id = of_user and made.film_id = title.film_id and made.marks && title.marks;
  end if;
  if exists (select from private.import_set_marks made where made.user_id = of_user) then
    update private.import_set_marks made
    set marks = array(select mark from unnest(made.marks) as mark where mark <> all (title.marks))
    from (select set_id, array_agg(mark) as marks from unnest(gone) where set_id is not null group by set_id) as title
    where made.user_id = of_user and made.set_id = title.set_id and made.marks && title.marks;
  end if;
end
$$;

revoke execute on function private.forget_import_marks from public;

-- If a person adds or changes a detail, an undo no longer removes that detail and its mark.
create function private.forget_import_of_details() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  person uuid;
begin
  if current_setting('tracking.imports', true) = 'yes' then return null; end if;
  for person in select distinct user_id from touched order by user_id loop
    perform private.forget_import_marks(person, array(
      select distinct row (
        (one ->> 'film_id')::integer, (one ->> 'set_id')::integer,
        case tg_table_name
          when 'user_copies' then one ->> 'format' when 'user_viewings' then 'watched' else 'wishlist'
        end
      )::private.title_mark
      from (select to_jsonb(touched) as one from touched where user_id = person) as row
    ));
    if tg_op = 'UPDATE' and tg_table_name in ('user_copies', 'user_viewings') then
      delete from private.import_details made
      where made.user_id = person and made.id = any (array(
        select (to_jsonb(touched) ->> 'id')::uuid from touched where user_id = person
      ));
    end if;
  end loop;
  return null;
end
$$;

create function private.forget_import_of_removed_details() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  person uuid;
begin
  for person in select distinct user_id from former order by user_id loop
    delete from private.import_details made
    where made.user_id = person and made.id = any (array(select id from former where user_id = person));
  end loop;
  return null;
end
$$;

do $$
declare
  details text;
begin
  foreach details in array array['user_copies', 'user_viewings', 'user_wish_details'] loop
    execute format(
      'create trigger %1$s_forget_import_of_added after insert on public.%1$s referencing new table as touched
         for each statement execute function private.forget_import_of_details()',
      details
    );
  end loop;
  foreach details in array array['user_copies', 'user_viewings', 'user_wish_details', 'user_wishlist'] loop
    execute format(
      'create trigger %1$s_forget_import_of_changed after update on public.%1$s referencing new table as touched
         for each statement execute function private.forget_import_of_details()',
      details
    );
  end loop;
  foreach details in array array['user_copies', 'user_viewings'] loop
    execute format(
      'create trigger %1$s_forget_import_of_removed after delete on public.%1$s referencing old table as former
         for each statement execute function private.forget_import_of_removed_details()',
      details
    );
  end loop;
end
$$;
