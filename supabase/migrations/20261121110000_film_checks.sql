-- What a film may hold, so that the catalogue comes through a file and back unchanged. Every constraint is named after
-- its column, so that whoever shows a refusal knows which field it is about. Twin of domain/film-rules.ts.

-- Bodies that are read at creation and have no settings, which the planner puts in the place of the call: a film is
-- judged by eleven of these at every change of a flag. Nothing is judged to be right where nothing is given.

-- One line of text: no control characters, no white space at either end, and short enough for an index.
create function private.is_line(value text) returns boolean
  language sql immutable parallel safe
return
  length(value) between 1 and 500
  and value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\ufffd]'
  and value !~ '^[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]|[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]$';

create function private.is_web_address(value text) returns boolean
  language sql immutable parallel safe
return
  length(value) <= 2000
  and value ~* '^https?://[^/?#]'
  and value !~ '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\ufffd]';

-- Any text as a line; null if nothing is left of it.
create function private.as_line(value text) returns text
  language sql immutable parallel safe
  set search_path = ''
return
  nullif(regexp_replace(
    left(
      regexp_replace(
        regexp_replace(value, '[\u0001-\u001f\u007f-\u009f\u2028\u2029\ufffd]+', ' ', 'g'),
        '^[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]+', ''
      ),
      500
    ),
    '[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]+$', ''
  ), '');

-- A catalogue that was written under the former rules is brought under these.
update public.films set title = coalesce(private.as_line(title), 'Untitled') where not private.is_line(title);
update public.films set director = coalesce(private.as_line(director), 'Unknown') where not private.is_line(director);
update public.films set country = private.as_line(country) where not private.is_line(country);

do $$
declare
  link text;
begin
  foreach link in array array[
    'product_url', 'box_art_url', 'imdb_link', 'letterboxd_link', 'wikipedia_link', 'bluray_com_link', 'amazon_link',
    'ebay_link'
  ] loop
    -- A blank within an address is most likely meant; what then is no address leads nowhere.
    execute format(
      'update public.films set %1$I = replace(btrim(%1$I), '' '', ''%%20'') where not private.is_web_address(%1$I)', link
    );
    execute format('update public.films set %1$I = null where not private.is_web_address(%1$I)', link);
    execute format('alter table public.films drop constraint films_%s_check', link);
    execute format(
      'alter table public.films add constraint films_%1$s_check check (private.is_web_address(%1$I))', link
    );
  end loop;
end
$$;

alter table public.films
  drop constraint films_spine_check,
  drop constraint films_title_check,
  drop constraint films_director_check,
  add constraint films_spine_check check (spine between 1 and 999999999),
  add constraint films_title_check check (private.is_line(title)),
  add constraint films_director_check check (private.is_line(director)),
  add constraint films_country_check check (private.is_line(country));
