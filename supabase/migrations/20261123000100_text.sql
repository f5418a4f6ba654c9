-- Text: how it is folded for searches, and which text a column may hold.

-- What no client calls lives here. The schema is not part of the API.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Text as searches compare it: lower case, without accents, with plain typographic signs. The signs with a meaning in a
-- like pattern become look-alikes without one. The twin of this function is in domain/search/fold.ts.
-- lower() with ICU and normalize() give the same on every engine; unaccent() does not.
create function private.fold(value text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
return
  replace(replace(replace(
    translate(
      lower(regexp_replace(
        normalize(regexp_replace(value, '([¼½¾⅓⅔])', ' \1', 'g'), nfkd),
        '[\u0300-\u036f]', '', 'g'
      ) collate "und-x-icu"),
      'øłđðħıς’‘“”‐–—⁄*%_\',
      'olddhiσ''''""---/∗٪ˍ∖'
    ),
    'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss');

-- The checks of text have no settings, so that the planner inlines them: each change of a film runs eleven of them.
-- They answer null for null, which a check constraint accepts. The twin of these rules is in domain/film/rules.ts.

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

-- Turns any text into one line; null if nothing is left of it.
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
