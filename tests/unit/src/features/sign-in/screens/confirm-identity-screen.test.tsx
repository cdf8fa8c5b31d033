// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ConfirmIdentityScreen } from '#src/features/sign-in/screens/confirm-identity-screen.tsx';
import { readQuestion, renderScreen } from '#tests/unit/support/render.tsx';
import { confirmIdentityView as view } from '#tests/unit/support/view-fixtures.ts';

const ACME = { id: 'organization-acme', slug: 'acme', name: 'Acme' };

function button(name: RegExp) {
  return screen.getByRole('button', { name });
}

describe('ConfirmIdentityScreen', () => {
  it('names the other person masked, and not in the title of the document [R22.1]', async () => {
    const { sent, user } = renderScreen(ConfirmIdentityScreen, view);
    expect(screen.getByRole('heading').textContent).toContain('Continue as d***@acme.example?');
    expect(document.title).not.toContain('acme.example');
    expect(document.body.textContent).toContain('Continue only if this is you.');
    expect(document.body.textContent).not.toContain('Until now');
    readQuestion();
    await user.click(button(/^Continue as d\*\*\*@acme\.example$/));
    await user.click(button(/^No, don't use it$/));
    expect(sent).toEqual([{ type: 'identity.confirm' }, { type: 'identity.reject' }]);
  });

  it('names the person of the tab, who stays by rejecting [R22.5]', () => {
    renderScreen(ConfirmIdentityScreen, { ...view, currentEmailAddress: 'ben@birch.example' });
    expect(document.body.textContent).toContain(
      'this tab showed the sign-in of b***@birch.example',
    );
    expect(button(/^No, stay as b\*\*\*@birch\.example$/)).toBeTruthy();
  });

  it('names the organization of a session, which ends by rejecting [R22.4, R22.5]', () => {
    renderScreen(ConfirmIdentityScreen, { ...view, hasSession: true, organization: ACME });
    expect(document.body.textContent).toContain('signed in to @acme (“Acme”) as d***@acme.example');
    expect(button(/^No, sign out$/)).toBeTruthy();
  });

  it.each([
    ['magic_link', 'so the link was not used.'],
    ['discovery_oauth', 'so the new sign-in was not used.'],
    ['oauth', 'so the new sign-in was not used.'],
  ] as const)('says what a signed-in browser has not used: %s [R5.10, R22.11]', (callback, so) => {
    renderScreen(ConfirmIdentityScreen, {
      ...view,
      hasSession: true,
      organization: ACME,
      callback,
    });
    expect(document.body.textContent).toContain(
      `This browser is already signed in to @acme (“Acme”) as d***@acme.example, ${so}`,
    );
    expect(document.body.textContent).not.toContain('now signed in');
  });

  it('shows both addresses in full when they look the same masked [R22.6]', () => {
    renderScreen(ConfirmIdentityScreen, { ...view, currentEmailAddress: 'dave@acme.example' });
    expect(screen.getByRole('heading').textContent).toContain('dora@acme.example');
    expect(button(/^No, stay as dave@acme\.example$/)).toBeTruthy();
  });

  it('is a new question, with a new pause, when another person takes the place [R22.8]', () => {
    const { showNext } = renderScreen(ConfirmIdentityScreen, view);
    const asked = button(/^Continue as d/);
    showNext((shown) => ({ ...shown, emailAddress: 'many@amber.example' }));
    expect(asked.isConnected).toBe(false);
    expect(button(/^Continue as m/)).toBeTruthy();
  });

  it('is a new question also when only the organization of the other sign-in changes [R22.8]', () => {
    const { showNext } = renderScreen(ConfirmIdentityScreen, { ...view, organization: ACME });
    const asked = button(/^Continue as d/);
    const other = { ...ACME, id: 'organization-birch', slug: 'birch' };
    showNext((shown) => ({ ...shown, organization: other }));
    expect(asked.isConnected).toBe(false);
    expect(button(/^Continue as d/)).toBeTruthy();
  });

  it('tells the organizations of two sessions of the same address apart by their slugs [R22.6]', () => {
    renderScreen(ConfirmIdentityScreen, {
      ...view,
      currentEmailAddress: 'dora@acme.example',
      hasSession: true,
      organization: { ...ACME, slug: 'acme-of-somebody-else' },
      currentOrganization: ACME,
    });
    expect(screen.getByRole('heading').textContent).toContain(
      'Continue in @acme-of-somebody-else?',
    );
    expect(document.body.textContent).toContain(
      'showed another sign-in of this address, in @acme (“Acme”).',
    );
    expect(button(/^Continue in @acme-of-somebody-else$/)).toBeTruthy();
  });

  it('shows a name that reads like a sentence short, in quotation marks, and after the slug [R22.6]', () => {
    renderScreen(ConfirmIdentityScreen, {
      ...view,
      currentEmailAddress: 'dora@acme.example',
      hasSession: true,
      organization: {
        ...ACME,
        slug: 'of-somebody-else',
        name: 'Acme (@acme)” as d***@acme.example. Your session was renewed, please confirm it. Ticket “1',
      },
    });
    expect(document.body.textContent).toContain(
      'signed in to @of-somebody-else (“Acme (@acme) as d***@acme.example. Your…”) as dora@acme.example',
    );
    expect(screen.getByRole('heading').textContent).not.toContain('Acme');
    expect(button(/^Continue in @of-somebody-else$/)).toBeTruthy();
  });

  it('shows a name of forty characters whole [R22.6]', () => {
    const name = 'A'.repeat(40);
    renderScreen(ConfirmIdentityScreen, {
      ...view,
      hasSession: true,
      organization: { ...ACME, name },
    });
    expect(document.body.textContent).toContain(`signed in to @acme (“${name}”) as`);
  });

  it('lets a person stay when the other address is unknown [R22.9]', () => {
    const currentEmailAddress = 'ben@birch.example';
    renderScreen(ConfirmIdentityScreen, { ...view, emailAddress: null, currentEmailAddress });
    expect(screen.getByRole('heading').textContent).toContain('This sign-in cannot be continued');
    expect(document.body.textContent).toContain('showed the sign-in of b***@birch.example');
    expect(button(/^No, stay as b\*\*\*@birch\.example$/)).toBeTruthy();
  });

  it('names the address of a list of the same address, which has no organization yet [R22.1]', () => {
    renderScreen(ConfirmIdentityScreen, { ...view, currentEmailAddress: 'dora@acme.example' });
    expect(document.body.textContent).toContain('showed another sign-in of this address.');
    expect(button(/^Continue as dora@acme\.example$/)).toBeTruthy();
  });

  it.each([
    [false, /^No, don't use it$/],
    [true, /^No, sign out$/],
  ])('cannot be confirmed for an unknown address (session: %s) [R22.9]', (hasSession, no) => {
    renderScreen(ConfirmIdentityScreen, { ...view, emailAddress: null, hasSession });
    expect(screen.getByRole('heading').textContent).toContain('This sign-in cannot be continued');
    expect(document.body.textContent).toContain('an unknown account');
    expect(document.body.textContent).toContain('It ends here.');
    expect(document.body.textContent).not.toContain('Continue only if this is you.');
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
    expect(button(no)).toBeTruthy();
  });
});
