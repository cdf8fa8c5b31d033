import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { fullName } from '#machines/rules/full-name.ts';
import type { PolicyDraft } from '#machines/rules/policy.ts';
// The page loads the code of its editor when it is shown.
import '#src/features/policies/editor/policy-editor.tsx';
import { PoliciesPage } from '#src/features/policies/policies-page.tsx';
import type { Policy } from '#src/features/policies/use-policies.ts';
import { savedReads } from '#src/storage/member-record.ts';
import { type Call, findButton, renderPage } from '#tests/unit/support/render-page.tsx';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';

export const user = userEvent.setup();

const { session } = appScreenView;
const ALL = ['read', 'create', 'update', 'delete'];

/** A policy of Acme that Dora has changed. */
export function buildPolicy(changes: Partial<Policy> = {}): Policy {
  return {
    id: 'policy-1',
    name: 'Access reviews',
    description: 'Every quarter.',
    state: 'draft',
    version: 1,
    updatedAt: new Date(Date.now() - 300_000).toISOString(),
    updatedBy: { memberId: 'member-dora', name: 'Dora Quist' },
    isDeleted: false,
    ...changes,
  };
}

interface PageOptions {
  /** The actions that the roles permit; by default all. */
  readonly permitted?: readonly string[];
  /** Whether the member may also read the audit trail. */
  readonly isAuditor?: boolean;
  /** Whether there is an access policy. */
  readonly isKnown?: Promise<boolean>;
  /** What the browser has kept. */
  readonly draft?: PolicyDraft | null;
  readonly fail?: Failures;
}

/** Opens the policies page on a service in memory that has these policies. */
export function openPage(stored: readonly Policy[] = [], options: PageOptions = {}) {
  const { permitted = ALL, isAuditor = false, isKnown, draft = null } = options;
  const fail: Failures = { ...options.fail };
  const service = {
    policies: new Map(stored.map((each) => [each.id, each])),
    fail,
    /** Holds the calls of a method back until the returned function is called. */
    hold(method: string) {
      let answer = () => {};
      fail[method] = new Promise<void>((resolve) => {
        answer = resolve;
      });
      return () => answer();
    },
  };
  const kept = { draft };
  const services = {
    policyDraft: {
      read: (memberId: string) => (memberId === session.memberId ? kept.draft : null),
      write: ({ memberId }: { memberId: string }, written: PolicyDraft) => {
        if (memberId === session.memberId) kept.draft = written;
      },
      remove: () => {
        kept.draft = null;
      },
    },
  };
  const page = renderPage(<PoliciesPage services={services} />, {
    answers: (call) => answerTo(call, service),
    permitted: [
      ...permitted.map((action) => `policy.${action}`),
      ...(isAuditor ? ['audit.read'] : []),
    ],
    ...(isKnown && { isKnown }),
    services: { savedReads },
  });
  return { service, kept, ...page };
}

/**
 * The status with which the calls of a method fail; 0 without a response. A promise holds them back. `GET_ONE` is that
 * of one policy.
 */
type Failures = { [Method in string]?: number | Promise<void> };

type FakeService = ReturnType<typeof openPage>['service'];

async function answerTo(
  { method, path, search, headers, body }: Call,
  { policies, fail }: FakeService,
): Promise<unknown> {
  const [, , id = ''] = path.split('/');
  const failure = await fail[method === 'GET' && id !== '' ? 'GET_ONE' : method];
  if (typeof failure === 'number') return failure;
  if (method === 'GET') {
    const searched = search.get('search')?.toLowerCase() ?? '';
    const there = [...policies.values()].filter(({ isDeleted }) => !isDeleted);
    if (id !== '') return there.find((each) => each.id === id) ?? 404;
    const found = there.filter(({ name }) => name.toLowerCase().includes(searched));
    const listed = found.map(({ description, ...policy }) => ({
      ...policy,
      excerpt: description.slice(0, 20),
      isWhole: description.length <= 20,
    }));
    const end = Number(search.get('cursor')) + 50;
    return { policies: listed.slice(end - 50, end), next: end < listed.length ? `${end}` : null };
  }
  const current = policies.get(id);
  const seen = headers.get('if-match') ?? '"0"';
  const isSeen = seen === `"${current?.version ?? 0}"`;
  if (!isSeen || (method === 'PUT' && current?.isDeleted)) {
    return Response.json({ current }, { status: 412 });
  }
  const changed = buildPolicy({
    ...current,
    ...Object(body),
    id,
    version: (current?.version ?? 0) + 1,
    isDeleted: method === 'DELETE',
    updatedBy: { memberId: session.memberId, name: fullName(session.memberName) },
  });
  policies.set(id, changed);
  return changed;
}

export const click = async (name: string | RegExp) => user.click(await findButton(name));
export const nameField = () => screen.findByRole('textbox', { name: 'Name' });
export const typeName = async (name: string) => user.type(await nameField(), name);
export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
