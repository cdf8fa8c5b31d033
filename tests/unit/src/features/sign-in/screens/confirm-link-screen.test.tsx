// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConfirmLinkView } from '#machines/auth/auth.view.ts';
import { ConfirmLinkScreen } from '#src/features/sign-in/screens/confirm-link-screen.tsx';
import { getButton, getSentence, renderScreen } from '#tests/unit/support/render.tsx';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';

const { session } = appScreenView;

it.each([
  ['Ada Ash', session],
  ['ada@acme.example', { ...session, memberName: { firstName: '', lastName: '' } }],
])('says that the link signs out %s [R9.8]', (name, signedIn) => {
  const view: ConfirmLinkView = {
    screen: 'confirmLink',
    notice: null,
    opensOrganization: true,
    session: signedIn,
  };
  const { showNext } = renderScreen<ConfirmLinkView>(ConfirmLinkScreen, view);
  getSentence(`This link signs out ${name}, who is signed in here now.`);
  expect(getButton('Stay signed in').name).toBe('back');
  showNext((current) => ({ ...current, session: null }));
  expect(screen.queryByText(/signs out/)).toBeNull();
  expect(getButton('← Back to login').name).toBe('back');
});
