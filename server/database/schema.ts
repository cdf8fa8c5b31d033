import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * The owner of a row. No statement of the service sets it: it is the organization of the transaction
 * (`forOrganization`), and row-level security hides all other rows.
 */
const organizationId = text('organization_id').notNull().default(sql`current_organization()`);

/** Milliseconds are what a JavaScript date holds, so a page of a list continues exactly where the last one ended. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The columns are those of `migrations/`. */
export const policies = pgTable(
  'policies',
  {
    organizationId,
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    state: text('state', { enum: ['draft', 'active'] }).notNull(),
    searchText: text('search_text').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: time('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    updatedBy: text('updated_by').notNull(),
    updatedByName: text('updated_by_name').notNull(),
    deletedAt: time('deleted_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);
