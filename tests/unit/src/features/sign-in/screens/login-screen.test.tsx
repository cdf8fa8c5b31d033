// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { LoginView } from '#machines/auth/auth.view.ts';
import { PRODUCT_NAME, TERMS_URL } from '#src/brand/brand.ts';
import { LoginScreen } from '#src/features/sign-in/screens/login-screen.tsx';
import type { ScreenProps, SignInView } from '#src/features/sign-in/screens/screen.types.ts';
import {
  preloadSignInScreen,
  preloadSignInScreens,
  SignInScreen,
} from '#src/features/sign-in/sign-in-screen.tsx';
import { getButton, getSentence, renderScreen } from '#tests/unit/support/render.tsx';
import { acme, loginScreenView, selectionScreenView } from '#tests/unit/support/view-fixtures.ts';

const brand = vi.hoisted(() => ({ help: '' }));
vi.mock(import('#src/brand/brand.ts'), async (load) => {
  const values = await load();
  return {
    ...values,
    get HELP_URL() {
      return brand.help;
    },
  };
});

const Login = (props: ScreenProps<LoginView>) => <LoginScreen {...props} />;
const show = (changes: Partial<LoginView> = {}, afterEvent: Partial<LoginView> = {}) =>
  renderScreen<LoginView>(Login, { ...loginScreenView, ...changes }, afterEvent);
const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

describe('LoginScreen', () => {
  it.each([
    ['Instagram 300.0.0.0', true],
    ['[FBAN/FBIOS;FBAV/400.0]', true],
    ['[LinkedInApp]/9.1', true],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36', true],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36', false],
  ])('in the browser %s says to open another one: %s [R4.11]', async (userAgent, says) => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    await act(async () => show());
    const sentence =
      'Google does not allow sign-in inside this app. Open this page in your browser.';
    // The sentence has a module of its own: the page has it once this test has it.
    await act(() => import('#src/features/sign-in/screens/in-app-browser.tsx'));
    await vi.waitFor(() => expect(screen.queryByText(sentence) !== null).toBe(says));
    expect(screen.queryByRole('button', { name: 'Copy link' }) !== null).toBe(says);
    agent.mockRestore();
  });

  it('shows the product name, the Google button and the terms [R4.1, R4.3, R5.13]', () => {
    show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(PRODUCT_NAME);
    expect(screen.getByText('Login or Sign up with')).toBeTruthy();
    expect(screen.getAllByRole('button')).toEqual([getButton('Google')]);
    expect(getButton('Google').disabled).toBe(false);
    getSentence('By signing up, you agree to our terms');
    expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe(TERMS_URL);
    expect(screen.queryByRole('button', { name: 'Use a different organization' })).toBeNull();
  });

  it.each([
    ['organization', 'Use a different organization'],
    ['lastOrganization', "Don't show this organization again"],
  ])(
    'moves the focus to Google when the %s is forgotten [R1.11, R4.4, R4.8]',
    async (remembered, name) => {
      const forgotten = { organization: null, lastOrganization: null };
      const { user } = show({ [remembered]: acme }, forgotten);
      if (remembered === 'organization') getSentence('Google will sign you in to Acme (@acme).');
      await user.click(getButton(name));
      expect(document.activeElement).toBe(getButton('Google'));
      expect(screen.queryByText('Acme')).toBeNull();
    },
  );
});

it.each<[string, Partial<LoginView>]>([
  ['Google', { starting: true }],
  ['Continue to Acme', { continuing: true }],
])(
  'keeps the focus on “%s” while it starts and when that fails [R1.11, R4.2, R4.9]',
  async (name, starting) => {
    const { sent, user, showNext } = show({ lastOrganization: acme }, starting);
    const pressed = getButton(name);
    await user.dblClick(pressed);
    expect(sent).toHaveLength(1);
    expect(pressed.textContent).toBe('Starting...');
    expect([pressed.disabled, isDisabled(pressed)]).toEqual([false, true]);
    showNext((view) => ({ ...view, starting: false, continuing: false }));
    expect(document.activeElement).toBe(pressed);
    expect(isDisabled(pressed)).toBe(false);
  },
);

describe('SignInScreen', () => {
  const confirmLinkView = {
    screen: 'confirmLink',
    notice: null,
    opensOrganization: false,
    session: null,
  } as const;
  const signIn = (view: SignInView) => <SignInScreen view={view} send={vi.fn()} />;

  it('shows a screen at once whose code was loaded before it [R1.21]', async () => {
    await preloadSignInScreen('login');
    await preloadSignInScreen('confirmLink');
    render(signIn(confirmLinkView));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Continue with this sign-in link?',
    );
    await preloadSignInScreens();
  });

  it('moves the focus to the heading of a new screen, also from a link under the screen [R1.11]', () => {
    const { rerender } = render(signIn(confirmLinkView));
    screen.getByRole('link', { name: 'Terms' }).focus();
    rerender(signIn(confirmLinkView));
    expect(document.activeElement?.textContent).toBe('Terms');
    rerender(signIn(selectionScreenView));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('links to the terms and to help under every screen but the loading overlay [R4.9]', () => {
    brand.help = 'mailto:help@acme.example';
    const links = () =>
      [...document.querySelectorAll('footer a')].map((link) => [
        link.textContent,
        link.getAttribute('href'),
      ]);
    const { rerender } = render(signIn(confirmLinkView));
    expect(links()).toEqual([
      ['Terms', TERMS_URL],
      ['Help', 'mailto:help@acme.example'],
    ]);
    rerender(signIn(loginScreenView));
    expect(links()).toEqual([['Help', 'mailto:help@acme.example']]);
    rerender(signIn({ screen: 'loading', doing: 'signing_in' }));
    expect(links()).toEqual([]);
    brand.help = '';
    rerender(signIn(loginScreenView));
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });
});
