-- Each start: what the role of the requests may do with each table, which is what the table's policies are about.
do $$
declare
  statement text;
begin
  for statement in
    select format('grant %s on %I.%I to charter_service',
      case cmd when 'ALL' then 'select, insert, update, delete' else cmd end, schemaname, tablename)
    from pg_policies where policyname like 'organization%'
  loop
    execute statement;
  end loop;
end
$$;
