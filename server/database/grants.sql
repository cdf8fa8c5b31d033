-- Each start: what the role of the requests may do with each table, which is what the table's policies are about, and
-- which functions it alone may run: none that is made for triggers, which it could put on a table of its own.
do $$
declare
  statement text;
begin
  grant usage on schema public to charter_service;
  for statement in
    select format('revoke all on %1$s from charter_service; grant %2$s on %1$s to charter_service', polrelid::regclass,
      case polcmd when '*' then 'select, insert, update, delete' else 'select' end)
    from pg_policy where polname in ('organization', 'organization_read')
  union all
    select format('revoke execute on function %1$s from public%2$s', pg_proc.oid::regprocedure,
      case when prorettype <> 'trigger'::regtype
        then format('; grant execute on function %s to charter_service', pg_proc.oid::regprocedure) end)
    from pg_proc where pronamespace = 'public'::regnamespace and proowner = current_user::regrole
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop
    execute statement;
  end loop;
end
$$;
