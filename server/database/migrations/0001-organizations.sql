-- What every table of an organization needs. A migration that creates such a table ends with
--   select protect_organization_table('name');

-- The service works as this role. It owns no table and cannot bypass row-level security.
do $$
begin
  if not exists (select from pg_roles where rolname = 'charter_service') then
    create role charter_service nologin;
  end if;
  if not pg_has_role(current_user, 'charter_service', 'member') then
    execute format('grant charter_service to %I', current_user);
  end if;
end
$$;
grant usage on schema public to charter_service;

-- The organization of the transaction; null without one, which is no row's.
create function current_organization() returns text language sql stable as $$
  select nullif(current_setting('app.organization_id', true), '')
$$;

create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object(
    'organizationId', coalesce(new.organization_id, old.organization_id),
    'resource', tg_table_name
  )::text);
  return null;
end
$$;

-- Shows a table's rows to their organization only, and announces each change of them.
create function protect_organization_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', name);
  execute format(
    'create policy organization on %s
      using (organization_id = current_organization())
      with check (organization_id = current_organization())', name);
  execute format('grant select, insert, update, delete on %s to charter_service', name);
  execute format(
    'create trigger notify_change after insert or update or delete on %s
      for each row execute function notify_change()', name);
end
$$;
