-- Which updates of the history wrote the catalogue that the software brings along. An upgrade writes the facts of its
-- catalogue over those of an earlier one, and leaves what the history shows to have been changed by people or by files.

create table private.catalogue_loads (
  update_id uuid primary key
);

revoke all on private.catalogue_loads from anon, authenticated;

-- A site begins with the load of its catalogue.
insert into private.catalogue_loads
select update_id from (select update_id, changed_by from public.film_changes order by id limit 1) as first
where update_id is not null and changed_by is null;
