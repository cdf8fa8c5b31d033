// @vitest-environment happy-dom
import { dehydrate, QueryClient, useQueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SessionProvider, useSession } from '#src/api/session.tsx';
import { testServices } from '#tests/unit/support/services.ts';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';

const clients = new Set<QueryClient>();
function Page() {
  const { can } = useSession();
  const client = useQueryClient();
  clients.add(client);
  if (!can('policy', 'read')) return null;
  return <input aria-label="Name" placeholder={client.getQueryData<string>(['policies'])} />;
}

it('permits at once what the last access policy did, and makes the page anew for another member of the organization [R16.1, R22.3]', async () => {
  const fetched = vi.fn(async (_: string, __: RequestInit) => new Response(new ReadableStream()));
  vi.stubGlobal('fetch', fetched);
  const services = {
    ...testServices(),
    permissions: { isPermitted: () => true, isKnown: new Promise<boolean>(() => {}) },
  };
  const before = new QueryClient();
  before.setQueryData(['policies'], 'kept');
  const take = vi.spyOn(services.savedReads, 'take').mockReturnValue(dehydrate(before));
  const page = (changes: object) => (
    <SessionProvider
      session={{ ...appScreenView.session, ...changes }}
      services={services}
      isSwitching={false}
    >
      <Page />
    </SessionProvider>
  );
  const { rerender } = render(page({}));
  expect(screen.getByPlaceholderText('kept')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Name'), 'Travel');
  rerender(page({ expiresAt: Date.now() }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Travel');
  rerender(page({ memberId: 'member-dora' }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '');
  // Nothing of the session that has ended stays.
  expect(take.mock.calls).toEqual([
    ['organization-acme member-ada'],
    ['organization-acme member-dora'],
  ]);
  expect([...clients][0]?.getQueryCache().getAll()).toEqual([]);
  expect(fetched.mock.calls.map(([, { signal }]) => signal?.aborted)).toEqual([true, false]);
  expect(services.savedReads.remove).toHaveBeenCalledOnce();
});
