// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { LoginView } from '#machines/auth/auth.view.types.ts';
import { LoginScreen } from '#src/features/sign-in/screens/login-screen.tsx';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { getButton, getSentence, renderScreen } from '#tests/unit/support/render.tsx';
import { acme, loginView, noticeOf } from '#tests/unit/support/view-fixtures.ts';

type Props = { view: LoginView; send: Parameters<typeof LoginScreen>[0]['send'] };
const Login = (props: Props) => <LoginScreen {...props} termsUrl="/terms.html" />;

describe('the login screen', () => {
  it('shows name, invitation, Google and the terms [R4.1, R4.3, R5.13]', () => {
    renderScreen<LoginView>(Login, loginView);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Charter');
    expect(screen.getByText('Login or Sign up with')).toBeTruthy();
    expect(screen.getAllByRole('button')).toEqual([getButton('Google')]);
    expect(getButton('Google').disabled).toBe(false);
    getSentence('By signing up, you agree to our terms');
    expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms.html');
    expect(screen.queryByRole('button', { name: 'Use a different organization' })).toBeNull();
  });

  it('starts Google once, and says so [R4.2]', async () => {
    const { sent, user } = renderScreen<LoginView>(Login, loginView, (_, view) => ({
      ...view,
      starting: true,
    }));
    await user.dblClick(getButton('Google'));
    expect(sent).toEqual([{ type: 'google.start' }]);
    expect(getButton('Starting...').disabled).toBe(true);
  });

  it('says which organization Google will sign in to, and how not to [R4.4]', async () => {
    const { sent, user } = renderScreen<LoginView>(Login, { ...loginView, organization: acme });
    getSentence('Google will sign you in to Acme (@acme).');
    await user.click(getButton('Use a different organization'));
    expect(sent).toEqual([{ type: 'organization.forget' }]);
  });

  it('does not forget the organization while Google is starting', async () => {
    const { sent, user } = renderScreen<LoginView>(Login, {
      ...loginView,
      organization: acme,
      starting: true,
    });
    await user.click(getButton('Use a different organization'));
    expect(sent).toEqual([]);
  });

  it('shows a sentence of the machine, and dismisses it', async () => {
    const { sent, user } = renderScreen<LoginView>(Login, {
      ...loginView,
      notice: noticeOf('info', 'You signed out.'),
    });
    expect(screen.getByRole('status').textContent).toContain('You signed out.');
    await user.click(getButton('Dismiss'));
    expect(sent).toEqual([{ type: 'notice.dismiss' }]);
  });
});

describe('the focus on the login screen', () => {
  it('comes back to the Google button when starting failed [R1.11]', async () => {
    const { user, showNext } = renderScreen<LoginView>(Login, loginView, (_, view) => ({
      ...view,
      starting: true,
    }));
    await user.click(getButton('Google'));
    // What a browser does with the focus of a button that is disabled.
    screen.getByRole('link', { name: 'terms' }).focus();
    screen.getByRole('link', { name: 'terms' }).blur();
    expect(document.activeElement).toBe(document.body);
    showNext((view) => ({ ...view, starting: false, notice: noticeOf('error', 'No.') }));
    expect(document.activeElement).toBe(getButton('Google'));
  });

  it('goes to the Google button when the organization is forgotten', async () => {
    const { user } = renderScreen<LoginView>(
      Login,
      { ...loginView, organization: acme },
      (_, view) => ({
        ...view,
        organization: null,
      }),
    );
    await user.click(getButton('Use a different organization'));
    expect(document.activeElement).toBe(getButton('Google'));
  });

  it('goes to the title when a sentence is dismissed', async () => {
    const view = { ...loginView, notice: noticeOf('info', 'Hm.') };
    const { user } = renderScreen<LoginView>(Login, view, (_, current) => ({
      ...current,
      notice: null,
    }));
    await user.click(getButton('Dismiss'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('is not taken from anything that has it', () => {
    const { showNext } = renderScreen<LoginView>(Login, loginView);
    screen.getByRole('link', { name: 'terms' }).focus();
    showNext((view) => ({ ...view, notice: noticeOf('info', 'Hm.') }));
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'terms' }));
  });
});

describe('the screen of a view', () => {
  it('is the one the view names', () => {
    const send = vi.fn();
    const view = { screen: 'loading', doing: 'signing_in' } as const;
    const { rerender } = render(
      <SignInScreen view={view} send={send} termsUrl="/t" lastUsed={() => null} />,
    );
    expect(screen.getByRole('status').textContent).toBe('Signing you in…');
    rerender(<SignInScreen view={loginView} send={send} termsUrl="/t" lastUsed={() => null} />);
    expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/t');
    rerender(
      <SignInScreen
        view={{ screen: 'confirm', notice: null }}
        send={send}
        termsUrl="/t"
        lastUsed={() => null}
      />,
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Continue as the owner of this link?',
    );
  });

  it('brings the focus to its title when the screen before took it away', () => {
    const send = vi.fn();
    const { rerender } = render(
      <SignInScreen view={loginView} send={send} termsUrl="/t" lastUsed={() => null} />,
    );
    getButton('Google').focus();
    rerender(
      <SignInScreen
        view={{ screen: 'confirm', notice: null }}
        send={send}
        termsUrl="/t"
        lastUsed={() => null}
      />,
    );
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});
