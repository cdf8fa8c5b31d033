import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { fullName } from '#machines/rules/full-name.ts';
import type { PolicyDraft } from '#machines/rules/policy.ts';
import { SessionProvider } from '#src/api/session.tsx';
import { PoliciesPage } from '#src/features/policies/policies-page.tsx';
import type { Policy } from '#src/features/policies/use-policies.ts';
import { keptReads } from '#src/storage/kept-reads.ts';
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
  /** Whether there is an access policy. */
  readonly isKnown?: Promise<boolean>;
  /** What the browser has kept. */
  readonly draft?: PolicyDraft | null;
  readonly oldPolicies?: object;
  readonly fail?: Failures;
}

/** Opens the policies page on a service in memory that has these policies. */
export function openPage(stored: readonly Policy[] = [], options: PageOptions = {}) {
  const { permitted = ALL, isKnown = Promise.resolve(true), draft = null } = options;
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
  vi.stubGlobal('fetch', createFetch(service));
  const kept = { draft };
  const services = {
    sessionJwt: () => 'jwt',
    checkSession: async () => true,
    loadDirectory: () => Promise.reject(new Error('This page needs no directory.')),
    permissions: {
      isPermitted: (_: string, action: string) => permitted.includes(action),
      isKnown,
    },
    keptReads,
    policyDraft: {
      read: () => kept.draft,
      write: (_: string, written: PolicyDraft) => {
        kept.draft = written;
      },
      remove: () => {
        kept.draft = null;
      },
    },
    oldPolicies: { list: async () => [], remove: async () => undefined, ...options.oldPolicies },
    shortcutSetting: { isEnabled: () => true, setEnabled: () => undefined },
  };
  const page = (isSwitching = false) => (
    <SessionProvider session={session} services={services} isSwitching={isSwitching}>
      <PoliciesPage services={services} />
    </SessionProvider>
  );
  const { rerender } = render(page());
  return {
    service,
    kept,
    switchOrganization: (isSwitching: boolean) => rerender(page(isSwitching)),
  };
}

/** The status with which the calls of a method fail; 0 without a response. A promise holds them back. */
type Failures = { [Method in string]?: number | Promise<void> };

type FakeService = ReturnType<typeof openPage>['service'];

function createFetch({ policies, fail }: FakeService) {
  return async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    // The stream of changes is silent.
    if (pathname === '/api/changes') return new Response(new ReadableStream());
    const failure = fail[method];
    if (failure === 0) throw new TypeError('Load failed');
    if (typeof failure === 'number') return Response.json({}, { status: failure });
    await failure;
    const [, , , id = ''] = pathname.split('/');
    if (method === 'GET') {
      const search = searchParams.get('search')?.toLowerCase() ?? '';
      const found = [...policies.values()].filter(
        ({ name, isDeleted }) => !isDeleted && name.toLowerCase().includes(search),
      );
      return Response.json({ policies: found, next: null });
    }
    const current = policies.get(id);
    const seen = new Headers(headers).get('if-match') ?? '"0"';
    const isSeen = seen === `"${current?.version ?? 0}"`;
    if (!isSeen || (method === 'PUT' && current?.isDeleted)) {
      return Response.json({ current }, { status: 412 });
    }
    const changed = buildPolicy({
      ...current,
      ...(typeof body === 'string' && JSON.parse(body)),
      id,
      version: (current?.version ?? 0) + 1,
      isDeleted: method === 'DELETE',
      updatedBy: { memberId: session.memberId, name: fullName(session.memberName) },
    });
    policies.set(id, changed);
    return Response.json(changed);
  };
}
