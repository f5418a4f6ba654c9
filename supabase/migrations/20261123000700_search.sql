-- How well a film matches a search, so that a search can begin with the most likely film.

-- The words of a search, no more than a person types: each is looked for in every film that matches. Whatever reads a
-- phrase begins with them, and so refuses one that is too long.
create function private.search_words(phrase text) returns text[]
  language sql immutable strict parallel safe
return (string_to_array(left(private.limited(phrase), 200), ' '))[1:20];

-- Regular expressions that find the words of a search as whole words of letters and digits.
create function private.whole_words(phrase text) returns text[]
  language sql immutable strict parallel safe
return (string_to_array(
  '\m' || replace(
    btrim(regexp_replace(left(phrase, 200) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g')), ' ', '\M \m'
  ) || '\M', ' '
))[1:20];

-- 0 where the spine is a word of the search, 1 where the title begins with the search, 2 where each word of the search is
-- a whole word of the film, otherwise 3. The function has no settings, so that the planner inlines it. Its caller passes
-- words and patterns, so that they are computed once and not for each film.
create function private.match_rank(spine integer, search text, phrase text, words text[], whole_words text[])
  returns integer
  language sql immutable parallel safe
return case
  when spine::text = any (words) then 0
  when starts_with(search, phrase) then 1
  when search collate "und-x-icu" ~ all (whole_words) then 2
  else 3
end;
