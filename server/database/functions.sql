-- Each start, before the migrations: what the tables of an organization need. A migration that creates such a table ends
-- with
--   select protect_organization_table('name');

-- The organization of the transaction; null without one, which is no row's.
create or replace function current_organization() returns text language sql stable as $$
  select nullif(current_setting('app.organization_id', true), '')
$$;

create or replace function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object(
    'organizationId', coalesce(new.organization_id, old.organization_id),
    'resource', tg_table_name
  )::text);
  return null;
end
$$;

-- Adds who did what, in the transaction that changes a row. What the owner does, such as removing rows for good, is no
-- member's. It is the owner's, so that the role of the requests can add no entry itself (R24.1).
create or replace function add_audit_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := coalesce(nullif(current_setting('app.actor', true), ''), '{}');
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if current_organization() is null then
    return null;
  end if;
  insert into audit_entries (member_id, member_name, impersonator, action, resource, subject_id, subject_name)
  values (
    coalesce(actor->>'memberId', ''),
    coalesce(actor->>'name', ''),
    actor->>'impersonator',
    case
      when before is null then 'created'
      when after is null or after->>'deleted_at' is not null and before->>'deleted_at' is null then 'deleted'
      when after->>'deleted_at' is null and before->>'deleted_at' is not null then 'restored'
      else 'changed'
    end,
    tg_table_name,
    coalesce(after, before)->>'id',
    coalesce(coalesce(after, before)->>'name', '')
  );
  return null;
end
$$;

-- Shows a table's rows to their organization only, announces each change of them, and keeps who made it. Row-level
-- security does not bind the owner, whom the search and the purge need.
create or replace function protect_organization_table(name regclass) returns void language plpgsql as $$
declare
  follow text;
begin
  execute format('alter table %s enable row level security', name);
  execute format(
    'create policy organization on %s
      using (organization_id = current_organization())
      with check (organization_id = current_organization())', name);
  foreach follow in array array['notify_change', 'add_audit_entry'] loop
    execute format(
      'create trigger %2$s after insert or update or delete on %1$s for each row execute function %2$s()', name, follow);
  end loop;
end
$$;

-- The ids of the first policies, in the order of the list, that have every pattern and come after a time and an id.
-- Row-level security lets no index answer "like", which could tell of other rows by its errors. So the search is the
-- owner's, and names its organization itself. It returns ids only: the rows are read by the role of the requests.
create or replace function find_policies(patterns text[], after_time timestamptz, after_id uuid, size integer)
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
create or replace function restorable_after() returns timestamptz language sql stable as $$
  select now() - interval '30 days'
$$;

-- Removes the rows that can no longer be restored, of the tables with a column "deleted_at".
create or replace function purge_deleted() returns void language plpgsql as $$
declare
  name regclass;
begin
  for name in
    select polrelid::regclass from pg_policy join pg_attribute on attrelid = polrelid
    where polname = 'organization' and attname = 'deleted_at' and not attisdropped
  loop
    execute format('delete from %s where deleted_at < restorable_after()', name);
  end loop;
end
$$;
