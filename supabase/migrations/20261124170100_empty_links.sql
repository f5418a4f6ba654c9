-- An empty link of a film is none: forms send one where nothing was typed.

create function private.clear_empty_links() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.product_url := nullif(new.product_url, '');
  new.box_art_url := nullif(new.box_art_url, '');
  new.imdb_link := nullif(new.imdb_link, '');
  new.letterboxd_link := nullif(new.letterboxd_link, '');
  new.wikipedia_link := nullif(new.wikipedia_link, '');
  new.bluray_com_link := nullif(new.bluray_com_link, '');
  new.amazon_link := nullif(new.amazon_link, '');
  new.ebay_link := nullif(new.ebay_link, '');
  return new;
end
$$;

-- Before the revision is counted, because triggers run by name.
create trigger films_clear_empty_links
  before insert or update on public.films
  for each row
  when ('' in (
    new.product_url, new.box_art_url, new.imdb_link, new.letterboxd_link, new.wikipedia_link, new.bluray_com_link,
    new.amazon_link, new.ebay_link
  ))
  execute function private.clear_empty_links();
