-- The pictures among the site's files. A profile's picture would have the same address: the username with .png.
insert into private.reserved_words (word)
select regexp_split_to_table($words$icon-32 icon-180 icon-192 icon-512 icon-maskable-512$words$, '\s+');
