import type { LoginEventType } from '#machines/auth/auth.events.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import type { DocumentStart } from './document-start.ts';
import { showStartError } from './show-start-error.ts';

type EarlyClick = Pick<DocumentStart, 'onGoogleStart' | 'onLoginEvent' | 'handOver'>;

/**
 * Records the activation of a button of the card before the auth actor runs, and shows at once that Google is started,
 * as the sign-in does (R4.2). When the actor does not run within the time-out of a busy state, a sentence is shown and
 * the buttons can be used again; when its script cannot be loaded, at once, and the next activation reloads the page.
 *
 * @param starting the label of the busy button
 * @param stuck the sentence for a product that does not start
 */
export function watchEarlyClick(starting: string, stuck: string): EarlyClick {
  let recorded: LoginEventType[] = [];
  let hasFailed = false;
  let startGoogle = () => {};
  let send = (type: LoginEventType) => {
    recorded.push(type);
    if (type === 'google.start') startGoogle();
    clearTimeout(timer);
    timer = setTimeout(giveUp, BUSY_TIMEOUT);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restore: (() => void) | null = null;

  const listener = ({ target }: Event) => {
    const button =
      target instanceof Element ? target.closest<HTMLButtonElement>('#root button') : null;
    const type = button?.name;
    if (!isLoginEvent(type) || restore !== null) return;
    if (document.documentElement.dataset.firstPaint !== 'login') return;
    if (hasFailed) {
      window.location.reload();
      return;
    }
    say('');
    if (type === 'organization.forgetLast') delete document.documentElement.dataset.returning;
    else restore = showStarting(type, starting);
    send(type);
  };
  const giveUp = () => {
    clearTimeout(timer);
    recorded = [];
    restore?.();
    restore = null;
    say(stuck);
  };
  document.addEventListener('click', listener);
  // Of a module in the document that cannot be loaded. The error does not bubble.
  const failureListener = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement && target.type === 'module')) return;
    hasFailed = true;
    // The card keeps its buttons, and a click on one reloads the page.
    if (document.documentElement.dataset.firstPaint !== 'login') showStartError();
    if (recorded.length > 0) giveUp();
  };
  window.addEventListener('error', failureListener, { capture: true });

  return {
    onGoogleStart(start) {
      startGoogle = start;
      if (recorded.includes('google.start')) start();
    },
    onLoginEvent(sendEvent) {
      clearTimeout(timer);
      say('');
      send = sendEvent;
      for (const type of recorded) send(type);
    },
    handOver() {
      document.removeEventListener('click', listener);
      window.removeEventListener('error', failureListener, { capture: true });
      clearTimeout(timer);
      restore?.();
    },
  };
}

/** Whether it is the name of a button that stands for an event: the others of the card have none. */
function isLoginEvent(name: string | undefined): name is LoginEventType {
  return Boolean(name);
}

/**
 * Shows that the button which starts Google for an event is busy, and disables the one beside it, as the sign-in does.
 * Returns a function that makes them again what they were.
 */
function showStarting(type: LoginEventType, starting: string): () => void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#root button:has(span)')];
  // Another account is a way to the ordinary button, which starts Google for it.
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

/** Shows a sentence above the card, and announces it; an empty one removes it. */
function say(sentence: string): void {
  document.querySelector('.start-failure')?.remove();
  if (sentence === '') return;
  const alert = document.createElement('p');
  alert.className = 'start-failure';
  alert.role = 'alert';
  alert.textContent = sentence;
  document.body.append(alert);
}
