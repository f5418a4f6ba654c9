-- What was made without a connection: marks of sets, copies, viewings and the details of wishes, beside the marks of films.

-- Writes a tick of a set; private.write_mark writes one of a film.
create function private.write_set_mark(of_user uuid, mark text, of_set integer, is_on boolean) returns void
  language sql volatile
  set search_path = ''
as $$
  insert into public.user_sets as own (user_id, set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
  values (
    of_user, of_set, mark = 'laserdisc' and is_on, mark = 'dvd' and is_on, mark = 'bluray' and is_on,
    mark = 'bluray_4k' and is_on
  )
  on conflict (user_id, set_id) do update set
    owns_laserdisc = case mark when 'laserdisc' then is_on else own.owns_laserdisc end,
    owns_dvd = case mark when 'dvd' then is_on else own.owns_dvd end,
    owns_bluray = case mark when 'bluray' then is_on else own.owns_bluray end,
    owns_bluray_4k = case mark when 'bluray_4k' then is_on else own.owns_bluray_4k end
$$;

-- Writes a copy under the caller's row rules; false if it was so already.
create function private.write_copy(of_user uuid, copy_id uuid, of_film integer, of_set integer, contents jsonb)
  returns boolean
  language plpgsql volatile
  set search_path = ''
as $$
declare
  wanted public.user_copies;
begin
  if contents is null then
    delete from public.user_copies own where own.user_id = of_user and own.id = copy_id;
    return found;
  end if;
  wanted := jsonb_populate_record(null::public.user_copies, contents);
  insert into public.user_copies as own (
    user_id, id, film_id, set_id, format, acquired_on, price, currency, store, condition, slipcover, place, lent_to,
    lent_on, note
  )
  values (
    of_user, copy_id, of_film, of_set, wanted.format, wanted.acquired_on, wanted.price, wanted.currency, wanted.store,
    wanted.condition, wanted.slipcover, wanted.place, wanted.lent_to, wanted.lent_on, wanted.note
  )
  on conflict (user_id, id) do update set
    film_id = excluded.film_id, set_id = excluded.set_id, format = excluded.format, acquired_on = excluded.acquired_on,
    price = excluded.price, currency = excluded.currency, store = excluded.store, condition = excluded.condition,
    slipcover = excluded.slipcover, place = excluded.place, lent_to = excluded.lent_to, lent_on = excluded.lent_on,
    note = excluded.note
  where own.* is distinct from excluded.*;
  return found;
end
$$;

create function private.write_viewing(of_user uuid, viewing_id uuid, of_film integer, contents jsonb) returns boolean
  language plpgsql volatile
  set search_path = ''
as $$
declare
  wanted public.user_viewings;
begin
  if contents is null then
    delete from public.user_viewings own where own.user_id = of_user and own.id = viewing_id;
    return found;
  end if;
  wanted := jsonb_populate_record(null::public.user_viewings, contents);
  insert into public.user_viewings as own (user_id, id, film_id, watched_on, rating, note)
  values (of_user, viewing_id, of_film, wanted.watched_on, wanted.rating, wanted.note)
  on conflict (user_id, id) do update set
    film_id = excluded.film_id, watched_on = excluded.watched_on, rating = excluded.rating, note = excluded.note
  where own.* is distinct from excluded.*;
  return found;
end
$$;

-- Writes a wish with its formats and priority, and with what only its owner knows of it.
create function private.write_wish(of_user uuid, of_film integer, contents jsonb) returns boolean
  language plpgsql volatile
  set search_path = ''
as $$
declare
  wanted public.user_wishlist;
  details public.user_wish_details;
  is_changed boolean;
begin
  wanted := jsonb_populate_record(null::public.user_wishlist, contents);
  details := jsonb_populate_record(null::public.user_wish_details, contents);
  insert into public.user_wishlist as own (
    user_id, film_id, wants_laserdisc, wants_dvd, wants_bluray, wants_bluray_4k, priority
  )
  values (
    of_user, of_film, coalesce(wanted.wants_laserdisc, false), coalesce(wanted.wants_dvd, false),
    coalesce(wanted.wants_bluray, false), coalesce(wanted.wants_bluray_4k, false), wanted.priority
  )
  on conflict (user_id, film_id) do update set
    wants_laserdisc = excluded.wants_laserdisc, wants_dvd = excluded.wants_dvd, wants_bluray = excluded.wants_bluray,
    wants_bluray_4k = excluded.wants_bluray_4k, priority = excluded.priority
  where (own.wants_laserdisc, own.wants_dvd, own.wants_bluray, own.wants_bluray_4k, own.priority)
    is distinct from (
      excluded.wants_laserdisc, excluded.wants_dvd, excluded.wants_bluray, excluded.wants_bluray_4k, excluded.priority
    );
  is_changed := found;
  if details.note is null and details.price is null and details.currency is null then
    delete from public.user_wish_details own where own.user_id = of_user and own.film_id = of_film;
  else
    insert into public.user_wish_details as own (user_id, film_id, note, price, currency)
    values (of_user, of_film, details.note, details.price, details.currency)
    on conflict (user_id, film_id) do update set
      note = excluded.note, price = excluded.price, currency = excluded.currency
    where own.* is distinct from excluded.*;
  end if;
  return is_changed or found;
end
$$;

revoke execute on function
  private.write_set_mark, private.write_copy, private.write_viewing, private.write_wish from public;
grant execute on function
  private.write_set_mark, private.write_copy, private.write_viewing, private.write_wish to authenticated;

-- Whether a mark has what its kind needs.
create function private.is_whole_mark(one jsonb) returns boolean
  language sql immutable
  set search_path = ''
return coalesce(
  one ? 'on' and jsonb_typeof(one -> 'on') = 'boolean' and one ->> 'made_at' is not null
  and case
    when one ->> 'mark' in ('copy', 'viewing') then one ->> 'id' is not null
      and num_nonnulls(one ->> 'film_id', one ->> 'set_id') = 1
      and (one ->> 'mark' = 'copy' or one ->> 'film_id' is not null)
      and coalesce(jsonb_typeof(one -> 'row') = 'object', false) = (one -> 'on')::boolean
    when one ->> 'mark' in ('wishlist', 'watched') then one ->> 'film_id' is not null
      and (one ->> 'row' is null or one ->> 'mark' = 'wishlist' and jsonb_typeof(one -> 'row') = 'object')
    when one ->> 'mark' in ('laserdisc', 'dvd', 'bluray', 'bluray_4k')
      then num_nonnulls(one ->> 'film_id', one ->> 'set_id') = 1
    else false
  end,
  false
);

revoke execute on function private.is_whole_mark from public;
grant execute on function private.is_whole_mark to authenticated;

-- Checks the limits of what a person notes, once for all marks. Details that a mark restored were checked when the mark
-- was written.
create function private.require_room_for_marks(marks jsonb) returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
begin
  if marks @? '$[*] ? (@.mark == "copy" && @.on == true)' then
    perform private.require_room_for_copies(auth.uid(), true);
  end if;
  if marks @? '$[*] ? (@.mark == "viewing" && @.on == true)' then
    perform private.require_room_for_viewings(auth.uid(), true);
  end if;
  if marks @? '$[*] ? (@.mark == "wishlist" && @.row.note != null)' then
    perform private.require_room_for_wishes(auth.uid());
  end if;
end
$$;

revoke execute on function private.require_room_for_marks from public;
grant execute on function private.require_room_for_marks to authenticated;

-- Replaces the function of mark_changes.sql. It also writes sets, copies, viewings and the details of wishes, and accepts
-- enough changes for a whole list at once.
create or replace function public.apply_marks(of_user uuid, marks jsonb, sent_at bigint) returns text[]
  language plpgsql volatile
  set search_path = ''
as $$
declare
  most constant integer := 2000;
  one record;
  list text;
  age bigint;
  made_at timestamptz;
  is_changed boolean;
  own_film integer;
  outcome text;
  outcomes text[] := '{}';
begin
  if of_user is distinct from auth.uid() then
    raise exception 'These marks are another person''s.' using errcode = '42501';
  end if;
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) > most or sent_at is null then
    raise exception 'Send a list of at most % marks, and when.', most using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(marks) as given where not private.is_whole_mark(given)) then
    raise exception 'A mark has a mark, film_id, on and made_at.' using errcode = '22023';
  end if;
  -- Before all other locks.
  perform private.lock_moves(alone => false);
  -- Locked before any row of the lists: a deletion of the account waits, and deletes what is recorded here. An import of the
  -- same person waits, too, which locks the lists in another order.
  perform from public.profiles where id = of_user for no key update;
  if not found then
    raise exception 'This account is deleted.' using errcode = '42501';
  end if;
  perform set_config('tracking.applies_marks', 'yes', true);

  for one in
    select * from rows from (
      jsonb_to_recordset(marks) as (
        mark text, film_id integer, set_id integer, id uuid, "on" boolean, "row" jsonb, made_at bigint
      )
    ) with ordinality
    order by ordinality
  loop
    -- A set that has got a spine since is the film of that spine.
    if one.set_id is not null then
      select sets.film_id into own_film from public.sets where sets.id = one.set_id;
      if own_film is not null then
        one.film_id := own_film;
        one.set_id := null;
      end if;
    end if;
    list := case
      when one.mark = 'copy' then 'user_copies ' || one.id
      when one.mark = 'viewing' then 'user_viewings ' || one.id
      when one.mark in ('wishlist', 'watched') then 'user_' || one.mark
      when one.set_id is not null then 'user_sets'
      else 'user_ownership'
    end;
    -- Both times are by the sender's clock, which may be wrong: only their difference counts.
    age := greatest(sent_at - one.made_at, 0);

    begin
      if one.film_id is not null and not exists (select from public.films where id = one.film_id)
        or one.set_id is not null and not exists (select from public.sets where id = one.set_id)
      then
        outcome := 'no film';
      elsif age > 90 * 86400000::bigint then
        outcome := 'changed';
      else
        made_at := now() - age * interval '1 millisecond';
        -- Written before the times are compared: the write waits for another that is changing the row.
        if one.mark = 'copy' then
          is_changed := private.write_copy(of_user, one.id, one.film_id, one.set_id, one."row");
        elsif one.mark = 'viewing' then
          is_changed := private.write_viewing(of_user, one.id, one.film_id, one."row");
        elsif one.mark = 'wishlist' and one."on" and one."row" is not null then
          is_changed := private.write_wish(of_user, one.film_id, one."row");
        else
          is_changed := one."on" <> case list
            when 'user_wishlist' then exists (
              select from public.user_wishlist where user_id = of_user and film_id = one.film_id)
            when 'user_watched' then exists (
              select from public.user_watched where user_id = of_user and film_id = one.film_id)
            when 'user_sets' then exists (
              select from public.user_sets
              where user_id = of_user and set_id = one.set_id and case one.mark
                when 'laserdisc' then owns_laserdisc
                when 'dvd' then owns_dvd
                when 'bluray' then owns_bluray
                else owns_bluray_4k
              end)
            else exists (
              select from public.user_ownership
              where user_id = of_user and film_id = one.film_id and case one.mark
                when 'laserdisc' then owns_laserdisc
                when 'dvd' then owns_dvd
                when 'bluray' then owns_bluray
                else owns_bluray_4k
              end)
          end;
          if is_changed and list = 'user_sets' then
            perform private.write_set_mark(of_user, one.mark, one.set_id, one."on");
          elsif is_changed then
            perform private.write_mark(of_user, one.mark, one.film_id, one."on");
          end if;
        end if;
        outcome := case when is_changed then 'written' else 'same' end;
        if private.record_earlier_mark_change(coalesce(one.film_id, one.set_id), list, made_at, one.made_at) is null
          and outcome = 'written'
        then
          raise exception using errcode = 'LATER';
        end if;
        -- A copy ticks its format, and a viewing its film: an earlier untick that arrives later is left out.
        if one.mark in ('copy', 'viewing') and one."on" and outcome = 'written' then
          perform private.record_earlier_mark_change(
            coalesce(one.film_id, one.set_id),
            case when one.mark = 'viewing' then 'user_watched' when one.set_id is null then 'user_ownership' else 'user_sets' end,
            made_at, one.made_at
          );
        end if;
      end if;
    exception
      when sqlstate 'LATER' then outcome := 'changed';
      -- The film was deleted at this moment, or the copy or viewing is of a deleted one and hidden.
      when foreign_key_violation or insufficient_privilege then outcome := 'no film';
    end;
    outcomes := outcomes || outcome;
  end loop;

  perform set_config('tracking.applies_marks', '', true);
  perform private.require_room_for_marks(marks);
  perform private.delete_expired_mark_changes();
  perform private.bound_removed_details();
  if marks @? '$[*] ? (@.mark == "copy" || @.mark == "viewing")' then
    perform private.bound_mark_changes();
  end if;
  return outcomes;
end
$$;

comment on function public.apply_marks is
  'Writes marks that a person made earlier, in their order; a repetition changes nothing. Each is {mark, film_id, on, made_at}; made_at and sent_at are milliseconds of one clock. A format of a set without a spine has a set_id instead. A wish may have a row with its formats, priority, note, price and currency. Marks may also be a copy or a viewing, with its id and, if on, its row. Returns for each: written, same (it was so already), changed (elsewhere since, and left so), no film.';
