import type { SignedInSession } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { DORAS_SESSION, EMAIL, OTHER_SESSION, SESSION } from '#machines/auth-cases/fixtures.ts';
import type { ExternalEventType } from '#machines/auth-cases/payload-cases.ts';
import { back, signOut } from '#tests/e2e/support/test.ts';
import { openSession } from '../provider/scenario-setup.ts';
import { COOKIES, inAnotherTab, putCookie, type TourTools } from './tour-tools.ts';

interface EventContext {
  readonly tools: TourTools;
  readonly case: string;
  /** The snapshot before the event. */
  readonly before: AuthSnapshot;
}

/** The session of each payload case. */
const sessions: Readonly<Record<string, SignedInSession>> = {
  same: SESSION,
  another: OTHER_SESSION,
  "another person's": DORAS_SESSION,
};

/** How each external event of a tour is caused in a browser. */
const externalEvents = {
  'session.found': async ({ tools, case: which, before }) => {
    const signedIn = before.context.session !== null;
    if (which === 'same' && signedIn && before.context.session?.emailAddress === EMAIL) {
      return sessionChanges(tools);
    }
    const now = await tools.setup.now();
    const session = sessions[which] ?? SESSION;
    let token = '';
    await tools.setup.change((state) => {
      token = openSession(state, session, now);
    });
    await putCookie(tools, COOKIES.session, token);
    return otherTabRefreshes(tools);
  },
  'session.gone': ({ tools }) =>
    inAnotherTab(tools, async (tab) => {
      await tab.goto('/policies');
      await signOut(tab);
    }),
  'page.restored': async ({ tools, before }) => {
    const { page, context } = tools;
    if (before.matches('signedIn')) {
      await page.goto('/terms.html');
      await context.clearCookies();
    } else await page.waitForURL(/\/v1\//);
    await back(page);
  },
  'route.changed': ({ tools: { page } }) =>
    page.evaluate(() => {
      localStorage.clear();
      history.pushState(null, '', '/policies?next=1');
      window.dispatchEvent(new PopStateEvent('popstate'));
    }),
} as const satisfies Partial<Record<ExternalEventType, (context: EventContext) => Promise<void>>>;

export function isCausable(type: string): type is keyof typeof externalEvents {
  return type in externalEvents;
}

export function causeExternalEvent(
  type: keyof typeof externalEvents,
  context: EventContext,
): Promise<void> {
  return externalEvents[type](context);
}

/** Another tab of the same browser refreshes the session and stores the result. */
async function otherTabRefreshes(tools: TourTools): Promise<void> {
  await tools.page.evaluate(() => localStorage.removeItem('auth_refresh'));
  await inAnotherTab(tools, async (tab) => {
    // The walked tab may hold the refresh lock while its call is held.
    await tab.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    await tab.goto('/policies');
  });
}

/** Changes the member of the session at the provider, and lets another tab fetch it. */
async function sessionChanges(tools: TourTools): Promise<void> {
  await tools.setup.change((state) => {
    for (const member of state.members) member.name = `${member.name}.`;
  });
  await otherTabRefreshes(tools);
}
