import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { LoginEventType } from '#machines/auth/auth.events.ts';
import { CALL_TIMEOUT } from '#machines/rules/limits.ts';
import type { DocumentStart } from '../app/document-start.ts';
import { readEnv } from '../app/env.ts';
import { saveMemberPage } from '../app/routing/save-member-page.ts';
import { readLastOrganization } from '../storage/last-organization.ts';
import { writeStoredSignIn } from '../storage/stored-sign-in.ts';
import { startGoogle } from '../stytch/google-start.ts';

/**
 * Takes the clicks on the card until the product does: starts Google at once, and shows it as the sign-in does (R4.2).
 *
 * @param load loads the product
 * @param starting the label of the busy button
 * @param stuck the sentence for what takes too long
 */
export function watchCardButtons(
  load: () => Promise<unknown>,
  starting: string,
  stuck: string,
): Pick<DocumentStart, 'whenNotLeaving' | 'handOver'> {
  const pendingEvents: LoginEventType[] = [];
  let leaving: Promise<void> | null = null;

  /** Hands an event to the product, which shows its result. */
  const leaveToProduct = (type: LoginEventType) => {
    pendingEvents.push(type);
    load().catch(() => say(stuck));
  };
  const listener = ({ target }: Event) => {
    const button =
      target instanceof Element ? target.closest<HTMLButtonElement>('#root button') : null;
    const type = button?.name;
    const { dataset } = document.documentElement;
    if (!isLoginEvent(type) || leaving !== null || dataset.firstPaint !== 'login') return;
    if (type === 'organization.forgetLast') {
      delete dataset.returning;
      leaveToProduct(type);
      return;
    }
    const restore = showStarting(type, starting);
    leaving = leave(type).then((end) => {
      leaving = null;
      restore();
      if (end === 'refused') leaveToProduct(type);
      if (end === 'late') say(stuck);
    });
  };
  document.addEventListener('click', listener);

  return {
    async whenNotLeaving() {
      while (leaving !== null) await leaving;
    },
    handOver() {
      document.removeEventListener('click', listener);
      return pendingEvents;
    },
  };
}

/**
 * Starts Google, and stores what the product stores when the login is left. Resolves when the page stays: Google was not
 * started, does not come, or was left by Back.
 */
function leave(type: LoginEventType): Promise<'refused' | 'late' | 'restored'> {
  const { publicToken, providerOrigin } = readEnv();
  const organization = type === 'organization.continue' ? readLastOrganization() : null;
  saveMemberPage();
  writeStoredSignIn({ ...NO_STORED_SIGN_IN, selectedOrganization: organization }, null);
  const organizationId = organization?.id ?? null;
  const choosesAccount = type !== 'google.start';
  return Promise.race([
    startGoogle({ publicToken, providerOrigin, organizationId, choosesAccount }).then(
      () => 'refused' as const,
    ),
    new Promise<'late'>((resolve) => {
      setTimeout(resolve, CALL_TIMEOUT, 'late');
    }),
    // The back/forward cache kept the page.
    new Promise<'restored'>((resolve) => {
      window.addEventListener('pageshow', ({ persisted }) => persisted && resolve('restored'));
    }),
  ]);
}

/** Whether the name of a button is an event; the other buttons of the card have no name. */
function isLoginEvent(name: string | undefined): name is LoginEventType {
  return Boolean(name);
}

/**
 * Shows that the button which starts Google for an event is busy, and disables the one beside it, as the sign-in does.
 * Returns a function that restores both.
 */
function showStarting(type: LoginEventType, starting: string): () => void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#root button:has(span)')];
  // The ordinary Google button shows the progress of a sign-in with another account, too.
  const name = type === 'organization.continue' ? type : 'google.start';
  const busy = buttons.find((button) => button.name === name);
  const label = busy?.lastElementChild;
  const texts = [...(label?.childNodes ?? [])];
  const show = (isBusy: boolean) => {
    for (const button of buttons) button.ariaDisabled = isBusy ? 'true' : null;
    if (busy !== undefined) busy.ariaBusy = isBusy ? 'true' : null;
  };
  show(true);
  label?.replaceChildren(starting);
  return () => {
    show(false);
    label?.replaceChildren(...texts);
  };
}

/** Shows a sentence above the card, and announces it. The next click removes it. */
function say(sentence: string): void {
  const alert = document.createElement('p');
  alert.className = 'start-failure';
  alert.role = 'alert';
  alert.textContent = sentence;
  document.body.append(alert);
  document.addEventListener('click', () => alert.remove(), { once: true, capture: true });
}
