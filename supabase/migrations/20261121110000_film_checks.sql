-- What a film may hold, so that the catalogue comes through a file and back unchanged. Every constraint is named after
-- its column, so that whoever shows a refusal knows which field it is about.

-- One line of text: no control characters, no white space at either end, and short enough for an index.
create function private.is_line(value text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
return
  length(value) between 1 and 500
  and value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\ufffd]'
  and value !~ '^[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]|[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]$';

create function private.is_web_address(value text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
return
  length(value) <= 2000
  and value ~* '^https?://[^/?#]'
  and value !~ '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\ufffd]';

alter table public.films
  drop constraint films_title_check,
  drop constraint films_director_check,
  drop constraint films_product_url_check,
  drop constraint films_box_art_url_check,
  drop constraint films_imdb_link_check,
  drop constraint films_letterboxd_link_check,
  drop constraint films_wikipedia_link_check,
  drop constraint films_bluray_com_link_check,
  drop constraint films_amazon_link_check,
  drop constraint films_ebay_link_check,
  add constraint films_title_check check (private.is_line(title)),
  add constraint films_director_check check (private.is_line(director)),
  add constraint films_country_check check (private.is_line(country)),
  add constraint films_product_url_check check (private.is_web_address(product_url)),
  add constraint films_box_art_url_check check (private.is_web_address(box_art_url)),
  add constraint films_imdb_link_check check (private.is_web_address(imdb_link)),
  add constraint films_letterboxd_link_check check (private.is_web_address(letterboxd_link)),
  add constraint films_wikipedia_link_check check (private.is_web_address(wikipedia_link)),
  add constraint films_bluray_com_link_check check (private.is_web_address(bluray_com_link)),
  add constraint films_amazon_link_check check (private.is_web_address(amazon_link)),
  add constraint films_ebay_link_check check (private.is_web_address(ebay_link));
