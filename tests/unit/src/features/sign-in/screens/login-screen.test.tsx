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
import { buildSecondFactorView } from '#tests/unit/support/second-factor-views.ts';
import {
  acme,
  buildNotice,
  loginScreenView,
  selectionScreenView,
  stepUpScreenView,
} from '#tests/unit/support/view-fixtures.ts';

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
const Screen = (props: ScreenProps<SignInView>) => <SignInScreen {...props} />;
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
    expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms.html');
    expect(screen.queryByRole('button', { name: 'Use a different organization' })).toBeNull();
  });

  it.each([
    ['organization', 'organization.forget', 'Use a different organization'],
    ['lastOrganization', 'organization.forgetLast', "Don't show it here again"],
  ])(
    'forgets the %s unless Google is starting, and moves the focus to it [R1.11, R4.4, R4.8]',
    async (remembered, type, name) => {
      const { sent, user, showNext } = show(
        { [remembered]: acme, starting: true },
        { organization: null, lastOrganization: null },
      );
      await user.click(getButton(name));
      expect(sent).toEqual([]);
      showNext((view) => ({ ...view, [remembered]: acme, starting: false }));
      if (remembered === 'organization') getSentence('Google will sign you in to Acme (@acme).');
      await user.click(getButton(name));
      expect(sent).toEqual([{ type }]);
      expect(document.activeElement).toBe(getButton('Google'));
      expect(screen.queryByText('Acme')).toBeNull();
    },
  );

  it('shows which button starts Google, and takes no other click meanwhile [R4.2, R4.9]', async () => {
    const { sent, user, showNext } = show({ lastOrganization: acme }, { continuing: true });
    await user.click(getButton('Continue to Acme'));
    expect(document.activeElement).toBe(getButton('Starting...'));
    expect(getButton('Starting...').querySelector('[aria-live="polite"]')?.textContent).toBe(
      'Starting...',
    );
    expect(isDisabled(getButton('Starting...'))).toBe(true);
    expect(isDisabled(getButton('Google'))).toBe(true);
    await user.click(getButton('Google'));
    await user.click(getButton('Use another account'));
    expect(sent).toEqual([{ type: 'organization.continue' }]);
    showNext((view) => ({ ...view, continuing: false, starting: true }));
    expect(isDisabled(getButton('Continue to Acme'))).toBe(true);
    expect(getButton('Starting...').getAttribute('aria-busy')).toBe('true');
  });

  it.each([
    ['another account first', { organization: acme }, 1],
    ['another account, also beside the last organization', { lastOrganization: acme }, 2],
  ])('a refused account: offers %s [R6.13]', (_, view, count) => {
    const notice = buildNotice('error', 'Not you.', { remedy: 'account' });
    show({ notice, ...view });
    const buttons = screen.getAllByRole('button', { name: 'Use another account' });
    expect(buttons).toHaveLength(count);
    expect(buttons[0]?.className).toMatch(/primary/);
  });

  it('says what happened, and keeps nothing between that and the next button', () => {
    const notice = buildNotice('info', 'You signed out.');
    show({ notice });
    expect(screen.getByRole('status').textContent).toContain('You signed out.');
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });
});

it('keeps the focus on the Google button while it starts and when starting fails [R1.11, R4.2]', async () => {
  const { sent, user, showNext } = show({}, { starting: true });
  const google = getButton('Google');
  await user.dblClick(google);
  expect(sent).toEqual([{ type: 'google.start' }]);
  expect(google.textContent).toBe('Starting...');
  expect([google.disabled, isDisabled(google)]).toEqual([false, true]);
  showNext((view) => ({ ...view, starting: false, notice: buildNotice('error', 'No.') }));
  expect(document.activeElement).toBe(google);
  expect(isDisabled(google)).toBe(false);
});

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

  it.each([
    loginScreenView,
    confirmLinkView,
    selectionScreenView,
    stepUpScreenView,
    buildSecondFactorView({ name: 'code', busy: false, rejections: 0 }),
    buildSecondFactorView({ name: 'recovery', busy: false, rejections: 0 }),
  ])(
    'says of no control at rest that it is busy, and lets its notice be dismissed: $screen [R1.12]',
    async (view: Exclude<SignInView, { screen: 'loading' }>) => {
      const { container, sent, user, showNext } = renderScreen<SignInView>(Screen, view);
      expect([...container.querySelectorAll('[aria-busy], [aria-disabled]')]).toEqual([]);
      // The one of the login ends with the next action.
      if (view.screen === 'login') return;
      showNext(() => ({ ...view, notice: buildNotice('info', 'Hm.') }));
      expect(screen.getByText('Hm.').closest('[role="status"]')).not.toBeNull();
      await user.click(getButton('Dismiss'));
      expect(sent).toEqual([{ type: 'notice.dismiss' }]);
    },
  );

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
