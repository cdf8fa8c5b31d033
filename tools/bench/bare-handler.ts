import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Pool } from 'pg';
import { ADA } from '../../tests/unit/server/support/members.ts';

/** What the service is compared with: a handler that asks what the list asks, without session, transaction and log. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const QUERY = `select id, name, left(description, 300) as excerpt, char_length(description) <= 300 as "isWhole",
    state, version, updated_at as "updatedAt", updated_by as "updatedBy", updated_by_name as "updatedByName"
  from policies where organization_id = $1 and deleted_at is null order by updated_at desc, id desc limit 101`;
const app = new Hono().get('/api/policies', async ({ json }) => {
  const { rows } = await pool.query(QUERY, [ADA.organization]);
  return json({ policies: rows, next: null });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(JSON.stringify({ listening: `http://127.0.0.1:${port}` }));
});
