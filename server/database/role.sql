-- Each start: the role as which every request works. It owns no table and cannot bypass row-level security.
do $$
declare
  login text := current_setting('app.login');
  -- Since Postgres 16, who creates a role is its member, but may not work as it.
  privilege text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  if not exists (select from pg_roles where rolname = 'charter_service') then
    create role charter_service nologin;
  end if;
  if not pg_has_role(login, 'charter_service', privilege) then
    execute format('grant charter_service to %I', login)
      || case privilege when 'set' then ' with set true, inherit false' else '' end;
  end if;
end
$$;
