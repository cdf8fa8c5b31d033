create table policies (
  organization_id text not null default current_organization(),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 120),
  description text not null check (char_length(description) <= 10000),
  state text not null check (state in ('draft', 'active')),
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  updated_at timestamptz(3) not null default now(),
  updated_by text not null,
  updated_by_name text not null,
  deleted_at timestamptz(3),
  primary key (organization_id, id)
);
create index policies_list on policies (organization_id, updated_at desc, id desc) where deleted_at is null;
create index policies_deleted on policies (deleted_at) where deleted_at is not null;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create index policies_search on policies using gin (organization_id, search_text gin_trgm_ops) where deleted_at is null;
select protect_organization_table('policies');
