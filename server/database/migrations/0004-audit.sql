-- Who did what: one entry for each row that a member has changed. The role of the requests can only read them.
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
create policy organization_read on audit_entries for select
  using (organization_id = current_organization());
create trigger notify_change after insert on audit_entries
  for each row execute function notify_change();
