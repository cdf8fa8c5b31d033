import { useEffect, useMemo, useState } from 'react';
import type { ACTION_WORDS } from './messages.ts';
import type { Permission, Permissions } from './policies.types.ts';

/** The resource of the access policy that this page is about. */
const RESOURCE = 'policy';

export type Action = keyof typeof ACTION_WORDS;

/** `asking`: not known yet, and about to be. */
type Answer = Permission | 'asking';

export type Answers = Readonly<Record<Action, Answer>>;

/**
 * What the roles of a session let its member do with policies: what is known at once, and then what is
 * certain (spec §6: a check that is synchronous, and one that is not).
 *
 * @param permissions the provider's access policy
 * @param roles of the session; other roles are asked for anew
 */
export function usePolicyPermissions(permissions: Permissions, roles: readonly string[]): Answers {
  const held = roles.join(' ');
  const asking = useMemo(() => ({ permissions, held }), [permissions, held]);
  const [certain, setCertain] = useState<{ for: typeof asking; answers: Answers } | null>(null);
  useEffect(() => {
    let current = true;
    askAll(asking.permissions).then((answers) => {
      if (current) setCertain({ for: asking, answers });
    });
    return () => {
      current = false;
    };
  }, [asking]);
  return useMemo(
    () => (certain?.for === asking ? certain.answers : atOnce(asking.permissions)),
    [certain, asking],
  );
}

function atOnce(permissions: Permissions): Answers {
  return each((action) => {
    const known = permissions.check(RESOURCE, action);
    return known === 'unknown' ? 'asking' : known;
  });
}

async function askAll(permissions: Permissions): Promise<Answers> {
  const asked = each((action) =>
    permissions.ask(RESOURCE, action).catch((): Permission => 'unknown'),
  );
  return {
    read: await asked.read,
    create: await asked.create,
    update: await asked.update,
    delete: await asked.delete,
  };
}

function each<Each>(answer: (action: Action) => Each): Record<Action, Each> {
  return {
    read: answer('read'),
    create: answer('create'),
    update: answer('update'),
    delete: answer('delete'),
  };
}
