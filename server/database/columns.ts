import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

/**
 * The owner of a row. No statement of the service sets it: it is the organization of the transaction
 * (`forOrganization`), and row-level security hides all other rows.
 */
export const organizationId = text('organization_id')
  .notNull()
  .default(sql`current_organization()`);
