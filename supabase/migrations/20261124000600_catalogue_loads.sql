-- The updates of the history that loaded the catalogue of a release. An upgrade writes the facts of its catalogue over
-- those of an earlier one, except for values that, by the history, people or files have changed.

create table private.catalogue_loads (
  update_id uuid primary key
);

revoke all on private.catalogue_loads from anon, authenticated;

-- A site begins with the load of its catalogue.
insert into private.catalogue_loads
select update_id from (select update_id, changed_by from public.film_changes order by id limit 1) as first
where update_id is not null and changed_by is null;
