// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { AuthView } from '#machines/auth/auth.view.types.ts';
import { messages } from '#machines/rules/messages.ts';
import { ImpersonationBanner } from '#src/app/shell/impersonation/impersonation-banner.tsx';
import { MemberShell } from '#src/app/shell/member-shell.tsx';
import type { ScreenProps } from '#src/features/sign-in/screens/screen.types.ts';
import { preloadSignInScreens, SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { renderScreen } from '#tests/unit/support/render.tsx';
import { translate } from '#tests/unit/support/translate.ts';
import {
  acme,
  appScreenView,
  buildDiscoveredOrganization,
  buildNotice,
  buildSecondFactorView,
  loginScreenView,
  selectionScreenView,
  stepUpScreenView,
} from '#tests/unit/support/view-fixtures.ts';

const birch = buildDiscoveredOrganization('Birch', { membership: 'joinable' });
const enrolment = { secret: 'JBSWY3DPEHPK3PXP', qrCode: 'data:,', recoveryCodes: [] };
const now = Date.now();
const sent = { sentAt: now, resendAt: now + 20_000 };
const refused = buildNotice('error', messages.somethingWentWrong, { isAboutInput: true });

/** Consecutive views of each screen. Whatever can change in a screen changes between two of them. */
const SEQUENCES: readonly (readonly [name: string, views: readonly AuthView[]])[] = [
  [
    'the login',
    [
      loginScreenView,
      { ...loginScreenView, starting: true },
      { ...loginScreenView, notice: buildNotice('info', messages.signedOut) },
      { ...loginScreenView, lastOrganization: acme, organization: acme },
      { ...loginScreenView, lastOrganization: acme, continuing: true },
      { screen: 'loading', doing: 'signing_in' },
    ],
  ],
  [
    'the selection',
    [
      { ...selectionScreenView, discovering: true, organizations: [] },
      selectionScreenView,
      { ...selectionScreenView, organizations: [birch], lastOrganizationId: birch.id },
      { ...selectionScreenView, busy: { doing: 'exchanging', organization: acme } },
      { ...selectionScreenView, notice: refused, failedOrganizationId: acme.id },
      { ...selectionScreenView, mode: 'typing', typedName: 'Birch' },
      { ...selectionScreenView, mode: 'typing', typedName: 'Birch', notice: refused },
      { ...selectionScreenView, mode: 'typing', expiring: true, canCreate: false },
      { ...selectionScreenView, organizations: [], emailAddress: null },
    ],
  ],
  [
    'the verification of an address',
    [
      stepUpScreenView,
      { ...stepUpScreenView, code: { ...stepUpScreenView.code, status: 'sending' } },
      { ...stepUpScreenView, code: { ...stepUpScreenView.code, ...sent } },
      { ...stepUpScreenView, code: { ...stepUpScreenView.code, ...sent }, notice: refused },
      { ...stepUpScreenView, code: { ...stepUpScreenView.code, ...sent, status: 'verifying' } },
      { ...stepUpScreenView, link: { ...stepUpScreenView.link, status: 'sending' } },
      { ...stepUpScreenView, link: { ...stepUpScreenView.link, ...sent } },
      { ...stepUpScreenView, methods: [], expiring: true },
      { ...stepUpScreenView, completing: true },
      { screen: 'confirmLink', notice: null },
    ],
  ],
  [
    'the second factor',
    [
      buildSecondFactorView({ name: 'preparing', failed: false }),
      buildSecondFactorView({ name: 'preparing', failed: true }),
      buildSecondFactorView({ name: 'enrolling', busy: false, rejections: 0, enrolment }),
      buildSecondFactorView({ name: 'enrolling', busy: true, rejections: 0, enrolment }),
      buildSecondFactorView({ name: 'savingCodes', recoveryCodes: ['aaaa-1111', 'bbbb-2222'] }),
      buildSecondFactorView({ name: 'code', busy: false, rejections: 0 }),
      buildSecondFactorView({ name: 'code', busy: true, rejections: 1 }),
      { ...buildSecondFactorView({ name: 'code', busy: false, rejections: 2 }), notice: refused },
      buildSecondFactorView({ name: 'recovery', busy: false, rejections: 0 }),
      buildSecondFactorView({ name: 'recovery', busy: true, rejections: 0 }),
      buildSecondFactorView({ name: 'unsupported' }),
    ],
  ],
  [
    'the shell of a member',
    [
      appScreenView,
      { ...appScreenView, notice: buildNotice('success', messages.organizationJoined('Acme')) },
      { ...appScreenView, reconnecting: true },
      { ...appScreenView, expiring: true },
      { ...appScreenView, expiring: true, renewing: true },
      { ...appScreenView, switching: true, memberships: [birch] },
      { ...appScreenView, session: { ...appScreenView.session, organization: birch } },
    ],
  ],
];

function Product({ view, send }: ScreenProps<AuthView>) {
  return (
    <>
      <ImpersonationBanner memberId={view.screen} minutesLeft={2} onStop={vi.fn()} />
      {view.screen === 'app' ? (
        <MemberShell view={view} send={send} isArrival>
          <p>The page.</p>
        </MemberShell>
      ) : (
        <SignInScreen view={view} send={send} />
      )}
    </>
  );
}

/** The text of a view that nothing was shown before, without what is announced late. */
function textOf(view: AuthView): string {
  const { container } = renderScreen(Product, view);
  return seenText(container);
}

function seenText(container: HTMLElement): string {
  return [...container.querySelectorAll('h1, h2, p, button, a, label, code, dd')]
    .filter((element) => element.closest('[role="status"]') === null)
    .map((element) => element.textContent)
    .join(' | ');
}

beforeAll(async () => {
  await preloadSignInScreens();
  // The countdowns of two views that are compared.
  vi.useFakeTimers({ toFake: ['Date'], now });
});

it.each(SEQUENCES)('%s shows each next view in a translated page [R1.27]', (_, views) => {
  for (const order of [views, views.toReversed()]) {
    const [first = loginScreenView, ...others] = order;
    const { container, showNext } = renderScreen<AuthView>(Product, first);
    for (const view of others) {
      translate(document.body);
      showNext(() => view);
      const shown = seenText(container);
      const scene = document.createElement('div');
      document.body.append(scene);
      expect(shown, JSON.stringify(view)).toBe(textOf(view));
      scene.remove();
    }
    cleanup();
  }
});
