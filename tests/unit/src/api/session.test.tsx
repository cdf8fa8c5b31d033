// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SessionProvider } from '#src/api/session.tsx';
import { testServices } from '#tests/unit/support/services.ts';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';

it('makes the page anew for another member, also of the same organization, and not for a refresh [R22.3]', async () => {
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream()));
  const services = testServices();
  const page = (changes: object) => (
    <SessionProvider
      session={{ ...appScreenView.session, ...changes }}
      services={services}
      isSwitching={false}
    >
      <input aria-label="Name" />
    </SessionProvider>
  );
  const { rerender } = render(page({}));
  await userEvent.type(screen.getByLabelText('Name'), 'Travel');
  rerender(page({ expiresAt: Date.now() }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Travel');
  rerender(page({ memberId: 'member-dora' }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '');
});
