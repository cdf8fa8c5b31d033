import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import type { DocumentStart } from './document-start.ts';

type EarlyClick = Pick<DocumentStart, 'onGoogleStart' | 'handOver'>;

/**
 * Records the activation of the Google button before the auth actor runs, and shows it at once as the sign-in does
 * (R4.2). When the actor does not run within the time-out of a busy state, a sentence is shown and the button can be
 * used again; when its script cannot be loaded, at once, and the next activation reloads the page.
 *
 * @param starting the label of the busy button
 * @param stuck the sentence for a product that does not start
 */
export function watchEarlyClick(starting: string, stuck: string): EarlyClick {
  let isRecorded = false;
  let hasFailed = false;
  let start: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restore: () => void = () => undefined;

  const listener = ({ target }: Event) => {
    const button =
      target instanceof Element ? target.closest<HTMLButtonElement>('#root button') : null;
    if (button === null || document.documentElement.dataset.firstPaint !== 'login') return;
    if (hasFailed) {
      window.location.reload();
      return;
    }
    say('');
    restore = showStarting(button, starting);
    if (start !== null) {
      start();
      return;
    }
    isRecorded = true;
    timer = setTimeout(giveUp, BUSY_TIMEOUT);
  };
  const giveUp = () => {
    clearTimeout(timer);
    isRecorded = false;
    restore();
    say(stuck);
  };
  document.addEventListener('click', listener);
  // Of a module in the document that cannot be loaded. The error does not bubble.
  const failureListener = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement && target.type === 'module')) return;
    hasFailed = true;
    if (isRecorded) giveUp();
  };
  window.addEventListener('error', failureListener, { capture: true });

  return {
    onGoogleStart(startGoogle) {
      clearTimeout(timer);
      say('');
      start = startGoogle;
      if (isRecorded) startGoogle();
    },
    handOver() {
      document.removeEventListener('click', listener);
      window.removeEventListener('error', failureListener, { capture: true });
      clearTimeout(timer);
      restore();
    },
  };
}

/** Shows that the button is busy. Returns a function that makes it again what it was, with the focus it had. */
function showStarting(button: HTMLButtonElement, starting: string): () => void {
  const label = button.lastChild;
  const text = label?.nodeValue ?? '';
  const hadFocus = document.activeElement === button;
  const show = (shown: string, isBusy: boolean) => {
    if (label !== null) label.nodeValue = shown;
    button.disabled = isBusy;
    if (isBusy) button.setAttribute('aria-busy', 'true');
    else button.removeAttribute('aria-busy');
  };
  show(starting, true);
  return () => {
    show(text, false);
    if (hadFocus && document.activeElement === document.body) button.focus();
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
