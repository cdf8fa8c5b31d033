-- Who did what: one entry for each row that a member has changed, in the transaction that changes it. The role of the
-- requests may read and add entries, and can neither change nor remove one.
create table audit_entries (
  organization_id text not null default current_organization(),
  id uuid not null default gen_random_uuid(),
  at timestamptz(3) not null default now(),
  member_id text not null,
  member_name text not null,
  impersonator text,
  action text not null check (action in ('created', 'changed', 'deleted', 'restored')),
  resource text not null,
  subject_id text not null,
  subject_name text not null,
  primary key (organization_id, id)
);
create index audit_entries_list on audit_entries (organization_id, at desc, id desc);
create index audit_entries_subject on audit_entries (organization_id, subject_id, at desc, id desc);
alter table audit_entries enable row level security;
-- The start grants what the policies of a table are about (grants.sql).
create policy organization_read on audit_entries for select
  using (organization_id = current_organization());
create policy organization_add on audit_entries for insert
  with check (organization_id = current_organization());
create trigger notify_change after insert on audit_entries
  for each row execute function notify_change();

-- What the owner does, such as removing rows for good, is no member's.
create function add_audit_entry() returns trigger language plpgsql as $$
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

create function audit_organization_table(name regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger add_audit_entry after insert or update or delete on %s
      for each row execute function add_audit_entry()', name);
end
$$;
select audit_organization_table(polrelid) from pg_policy where polname = 'organization';

-- Tables that come later are audited as well.
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
  perform audit_organization_table(name);
end
$$;
