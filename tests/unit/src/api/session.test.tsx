// @vitest-environment happy-dom
import { dehydrate, QueryClient, useQueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SessionProvider } from '#src/api/session.tsx';
import { testServices } from '#tests/unit/support/services.ts';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';

const clients = new Set<QueryClient>();
function Kept() {
  const client = useQueryClient();
  clients.add(client);
  return <p>{client.getQueryData<string>(['policies'])}</p>;
}

it('makes the page anew for another member, also of the same organization, and not for a refresh [R22.3]', async () => {
  const fetched = vi.fn(async (_: string, __: RequestInit) => new Response(new ReadableStream()));
  vi.stubGlobal('fetch', fetched);
  const services = testServices();
  const before = new QueryClient();
  before.setQueryData(['policies'], 'kept');
  const take = vi.spyOn(services.savedReads, 'take').mockReturnValue(dehydrate(before));
  const page = (changes: object) => (
    <SessionProvider
      session={{ ...appScreenView.session, ...changes }}
      services={services}
      isSwitching={false}
    >
      <input aria-label="Name" />
      <Kept />
    </SessionProvider>
  );
  const { rerender } = render(page({}));
  expect(screen.getByText('kept')).toBeTruthy();
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
