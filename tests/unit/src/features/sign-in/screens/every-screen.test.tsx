// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { LoadingView } from '#machines/auth/auth.view.ts';
import type { ScreenProps, SignInView } from '#src/features/sign-in/screens/screen.types.ts';
import {
  preloadSignInScreen,
  preloadSignInScreens,
  SignInScreen,
} from '#src/features/sign-in/sign-in-screen.tsx';
import { getButton, renderScreen } from '#tests/unit/support/render.tsx';
import {
  buildNotice,
  buildSecondFactorView,
  loginScreenView,
  selectionScreenView,
  stepUpScreenView,
} from '#tests/unit/support/view-fixtures.ts';

const Screen = (props: ScreenProps<SignInView>) => <SignInScreen {...props} />;
const confirmLinkView = { screen: 'confirmLink', notice: null } as const;

describe('the code of a screen', () => {
  it('is loaded before its screen, which is then shown at once [R1.21]', async () => {
    await preloadSignInScreen('confirmLink');
    render(<Screen view={confirmLinkView} send={vi.fn()} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Open your sign-in link');
  });

  it.each(['loading', 'login'] as const)('is there already for %s [R1.21]', async (name) => {
    await expect(preloadSignInScreen(name)).resolves.toBeUndefined();
  });
});

describe('every screen', () => {
  beforeAll(preloadSignInScreens);
  const rejections = 0;
  const screens: readonly [string, Exclude<SignInView, LoadingView>][] = [
    ['login', loginScreenView],
    ['confirmLink', confirmLinkView],
    ['selection', selectionScreenView],
    ['stepUp', stepUpScreenView],
    ['code', buildSecondFactorView({ name: 'code', busy: false, rejections })],
    ['recovery', buildSecondFactorView({ name: 'recovery', busy: false, rejections })],
  ];

  const behindLogin = screens.filter(([name]) => name !== 'login');

  it.each(behindLogin)('%s: lets its notice be dismissed', async (_, view) => {
    const notice = buildNotice('info', 'Hm.');
    const { sent, user } = renderScreen<SignInView>(Screen, { ...view, notice });
    expect(screen.getByText('Hm.').closest('[role="status"]')).not.toBeNull();
    await user.click(getButton('Dismiss'));
    expect(sent).toEqual([{ type: 'notice.dismiss' }]);
  });

  it.each(screens)('%s: says of no control at rest that it is busy [R1.12]', (_, view) => {
    const { container } = renderScreen<SignInView>(Screen, view);
    expect([...container.querySelectorAll('[aria-busy], [aria-disabled]')]).toEqual([]);
  });
});
