import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizationId } from '../database/columns.ts';

/** Milliseconds are what a JavaScript date holds, so a page of a list continues exactly where the last one ended. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The columns are those of `server/database/migrations/0002-policies.sql`. */
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
