import type { AuthEvent } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import type { UserEventType } from '#machines/explore/payload-cases.ts';
import { messages as session } from '#src/app/shell/session/messages.ts';
import { back } from '#tests/e2e/support/product-test.ts';
import { mail, openSession } from '../provider/scenario-setup.ts';
import { COOKIES, inAnotherTab, putCookie, type Tools } from './tour-tools.ts';

type OutsideEventType = Exclude<AuthEvent['type'], UserEventType>;

interface Happening {
  readonly tools: Tools;
  readonly case: string;
  /** What the machine was at. */
  readonly before: AuthSnapshot;
}

/** How each event that no person causes comes about in a browser: one that is missing does not compile. */
const happenings = {
  'session.found': async ({ tools, case: which, before }) => {
    const signedIn = before.context.session !== null;
    if (which === 'same' && signedIn) return sessionChanges(tools);
    const now = await tools.stage.now();
    let token = '';
    await tools.stage.amend((state) => {
      token = openSession(state, which === 'same' ? 'same' : 'another', now);
    });
    await putCookie(tools, COOKIES.session, token);
    return otherTabRefreshes(tools);
  },
  'session.gone': ({ tools }) =>
    inAnotherTab(tools, async (tab) => {
      await tab.goto('/policies');
      await tab.getByRole('button', { name: session.signOut }).click();
    }),
  'email.verified': async ({ tools }) => {
    const { stage, origin } = tools;
    const now = await stage.now();
    let link = '';
    await stage.amend((state) => {
      link = mail(state, 'magic_link', `link-of-the-model-${state.mail.length}`, { now, origin });
    });
    await inAnotherTab(tools, async (tab) => {
      await tab.goto(link);
    });
  },
  'network.online': async ({ tools: { context } }) => {
    await context.setOffline(true);
    await context.setOffline(false);
  },
  // A browser without a window is always in front; it says so again.
  'page.visible': ({ tools: { page } }) =>
    page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
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
  'project.known': async () => undefined,
} as const satisfies Record<OutsideEventType, (happening: Happening) => Promise<void>>;

/** Whether an event comes from outside. */
export function isOutside(type: string): type is OutsideEventType {
  return type in happenings;
}

/** Makes an event of the outside come about. */
export function happen(type: OutsideEventType, happening: Happening): Promise<void> {
  const how: (happening: Happening) => Promise<void> = happenings[type];
  return how(happening);
}

/** Another tab of the same browser asks the provider about the session, and writes what it learns. */
async function otherTabRefreshes(tools: Tools): Promise<void> {
  await tools.page.evaluate(() => localStorage.removeItem('auth_refresh'));
  await inAnotherTab(tools, async (tab) => {
    // The tab that is walked may hold the lock of the refresh, while its call is held back.
    await tab.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    await tab.goto('/policies');
  });
}

/** The provider knows something new about the session that is there. */
async function sessionChanges(tools: Tools): Promise<void> {
  await tools.stage.amend((state) => {
    for (const member of state.members) member.name = `${member.name}.`;
  });
  await otherTabRefreshes(tools);
}
