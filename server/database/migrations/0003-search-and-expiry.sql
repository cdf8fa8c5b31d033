-- The service works as a role that owns no table, so row-level security need not bind the owner: the functions below
-- are the owner's. What the role may do with a table is granted at each start (grants.sql).
create or replace function protect_organization_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format(
    'create policy organization on %s
      using (organization_id = current_organization())
      with check (organization_id = current_organization())', name);
  execute format(
    'create trigger notify_change after insert or update or delete on %s
      for each row execute function notify_change()', name);
end
$$;
alter table policies no force row level security;

-- Row-level security lets no index answer "like", which could tell of other rows by its errors. So the search is the
-- owner's, and names its organization itself. It returns ids only: the rows are read by the role of the requests.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create index policies_search on policies using gin (organization_id, search_text gin_trgm_ops) where deleted_at is null;

-- The ids of the first policies, in the order of the list, that have every pattern and come after a time and an id.
create function find_policies(patterns text[], after_time timestamptz, after_id uuid, size integer)
returns setof uuid language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  -- With the values in it, the statement is planned for the words: for rare ones by the index of the search, for
  -- common ones by the index of the list.
  return query execute format(
    'select id from policies where organization_id = %L and deleted_at is null %s %s
      order by updated_at desc, id desc limit %s',
    current_organization(),
    (select string_agg(format('and search_text like %L', pattern), ' ') from unnest(patterns) pattern),
    case when after_id is not null then format('and (updated_at, id) < (%L, %L)', after_time, after_id) end,
    size);
end
$$;

-- What was deleted before can neither be seen nor restored; it is removed later.
create function restorable_after() returns timestamptz language sql stable as $$
  select now() - interval '30 days'
$$;
drop index policies_deleted;
create index policies_deleted on policies (deleted_at) where deleted_at is not null;

-- Removes so many rows that can no longer be restored, of the tables with a column "deleted_at".
create function purge_deleted(size integer) returns integer language plpgsql as $$
declare
  name regclass;
  removed integer;
  total integer := 0;
begin
  for name in
    select polrelid::regclass from pg_policy join pg_attribute on attrelid = polrelid
    where polname = 'organization' and attname = 'deleted_at' and not attisdropped
  loop
    execute format(
      'delete from %1$s where ctid = any(array(
        select ctid from %1$s where deleted_at < restorable_after() limit %2$s for update skip locked))',
      name, size - total);
    get diagnostics removed = row_count;
    total := total + removed;
  end loop;
  return total;
end
$$;
