// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SessionProvider, useSession } from '#src/api/session.tsx';
import { testServices } from '#tests/unit/support/services.ts';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';

function Page() {
  const { can } = useSession();
  return can('policy', 'read') ? <input aria-label="Name" /> : null;
}

it('permits at once what the last access policy did, and makes the page anew for another member of the organization [R16.1, R22.3]', async () => {
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream()));
  const services = {
    ...testServices(),
    permissions: { isPermitted: () => true, isKnown: new Promise<boolean>(() => {}) },
  };
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
  await userEvent.type(screen.getByLabelText('Name'), 'Travel');
  rerender(page({ expiresAt: Date.now() }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Travel');
  rerender(page({ memberId: 'member-dora' }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '');
});
