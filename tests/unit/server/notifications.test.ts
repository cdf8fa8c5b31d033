import { expect, test } from 'vitest';
import { createChanges } from '#server/database/changes.ts';

test.each(['', 'x', 'null', '{"organizationId":1}', null])(
  'the notification %j tells every organization that anything may have changed [R17.4]',
  (payload) => {
    const changes = createChanges();
    const told: (string | null)[] = [];
    changes.subscribe('acme', (resource) => told.push(resource));
    changes.receive(payload);
    expect(told).toEqual([null]);
  },
);
