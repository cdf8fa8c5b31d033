import { fireEvent } from '@testing-library/react';
import type { AuthEvent } from '#machines/auth/auth.types.ts';
import { BIRCH } from '#machines/explore/fixtures.ts';
import type { UserEventType } from '#machines/explore/payload-cases.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { messages as banner } from '#src/app/shell/impersonation/messages.ts';
import { messages as session } from '#src/app/shell/session/messages.ts';
import { messages } from '#src/features/sign-in/messages.ts';
import { messages as ui } from '#src/ui/messages.ts';

type EventOf<Type extends AuthEvent['type']> = Extract<AuthEvent, { type: Type }>;

/** How a person causes an event, by what is on the screen. */
export interface Gesture<Type extends UserEventType> {
  /** What they would touch; `null` while it is not there, or answers nothing. */
  readonly control: () => HTMLElement | null;
  /** The whole gesture, with the event's own payload. */
  readonly make: (control: HTMLElement, event: EventOf<Type>) => void;
}

/** One gesture for each event of a person: one that is missing does not compile. */
export const gestures: { readonly [Type in UserEventType]: Gesture<Type> } = {
  'google.start': pressing(messages.login.google),
  'organization.choose': {
    control: () => active(document.querySelector('[data-organization-id]')),
    make: (_, { organization }) =>
      press(present(document.querySelector(`[data-organization-id="${organization.id}"]`))),
  },
  'organization.type': pressing(messages.selection.enterName),
  'organization.submit': typingInto(messages.selection.namePlaceholder, ({ name }) => name),
  'organization.cancel': pressing(messages.selection.cancel),
  'organization.forget': pressing(messages.login.forget),
  'organization.chooseDifferent': pressing(messages.chooseDifferent),
  'organization.list': {
    control: menuOpener,
    make: (opener) => {
      // An open menu is closed by its opener, and read again by the next press.
      if (opener.getAttribute('aria-expanded') === 'true') press(opener);
      press(opener);
    },
  },
  'organization.switch': {
    control: () => menuItem(BIRCH.name),
    make: (item) => press(item),
  },
  back: pressing(messages.backToLogin),
  'code.send': pressing(messages.stepUp.code.send, messages.stepUp.code.resend),
  'code.verify': codeOf(messages.stepUp.code.label),
  'link.send': pressing(messages.stepUp.link.send, messages.stepUp.link.resend),
  'link.confirm': under(messages.confirm.heading, pressing(messages.confirm.continue)),
  'factor.verify': under(messages.secondFactor.heading, codeOf(messages.secondFactor.codeLabel)),
  'factor.recover': typingInto(
    messages.secondFactor.recoveryPlaceholder,
    ({ recoveryCode }) => recoveryCode,
  ),
  'factor.useRecoveryCode': pressing(messages.secondFactor.useRecoveryCode),
  'factor.useCode': pressing(messages.secondFactor.useCode),
  'factor.enrolled': under(
    messages.secondFactor.enrolHeading,
    codeOf(messages.secondFactor.codeLabel),
  ),
  'factor.retry': under(messages.secondFactor.enrolHeading, pressing(messages.secondFactor.retry)),
  'codes.saved': pressing(messages.secondFactor.saved),
  'session.extend': pressing(session.stay),
  signOut: pressing(session.signOut),
  'impersonation.stop': pressing(banner.stop),
  'notice.dismiss': pressing(ui.dismiss),
};

/** Every event of a person. */
export const USER_EVENTS: readonly UserEventType[] = keysOf(gestures);

/** Sets or takes away the cookie by which a support person is known to act as somebody. */
export function impersonate(memberId: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the provider writes it
  document.cookie = `${IMPERSONATION_COOKIE}=${memberId}; path=/`;
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

function pressing(...names: readonly string[]): {
  readonly control: () => HTMLElement | null;
  readonly make: (control: HTMLElement) => void;
} {
  return {
    control: () => names.map(buttonNamed).find((found) => found !== null) ?? null,
    make: press,
  };
}

/** The same words stand on several screens; the heading tells which one this is. */
function under<Made extends { readonly control: () => HTMLElement | null }>(
  heading: string,
  gesture: Made,
): Made {
  const there = () => document.getElementsByTagName('h1')[0]?.textContent?.trim() === heading;
  return { ...gesture, control: () => (there() ? gesture.control() : null) };
}

function typingInto<Event>(placeholder: string, text: (event: Event) => string) {
  return {
    control: () => fieldOf((field) => field.placeholder === placeholder),
    make: (field: HTMLElement, event: Event) => {
      fireEvent.change(field, { target: { value: text(event) } });
      fireEvent.submit(present(field.closest('form')));
    },
  };
}

/** The sixth digit sends a code by itself; the same code again needs the button. */
function codeOf(label: string) {
  return {
    control: () => fieldOf((field) => field.labels?.[0]?.textContent?.trim() === label),
    make: (field: HTMLElement, { code }: { readonly code: string }) => {
      const same = field instanceof HTMLInputElement && field.value === code.trim();
      if (same) fireEvent.submit(present(field.closest('form')));
      else fireEvent.change(field, { target: { value: code } });
    },
  };
}

function press(control: HTMLElement): void {
  fireEvent.click(control);
}

function menuOpener(): HTMLElement | null {
  return active(document.querySelector('[aria-haspopup="menu"]'));
}

function menuItem(name: string): HTMLElement | null {
  const items = [...document.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  return items.find((item) => item.textContent?.includes(name)) ?? null;
}

function buttonNamed(name: string): HTMLElement | null {
  const buttons = [...document.getElementsByTagName('button')];
  return active(buttons.find((button) => nameOf(button) === name) ?? null);
}

function nameOf(button: HTMLElement): string {
  return (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
}

/** A field that takes what is typed: its form is not busy, and its button is not resting. */
function fieldOf(is: (field: HTMLInputElement) => boolean): HTMLElement | null {
  const field = [...document.getElementsByTagName('input')].find(is);
  const button = field?.closest('form')?.querySelector('[type="submit"]');
  return button?.getAttribute('aria-disabled') === 'true' ? null : (field ?? null);
}

/** A control that answers: neither disabled nor resting. */
function active(control: Element | null): HTMLElement | null {
  if (!(control instanceof HTMLElement)) return null;
  const resting =
    control.getAttribute('aria-disabled') === 'true' || control.hasAttribute('disabled');
  return resting ? null : control;
}

function present(element: Element | null): HTMLElement {
  if (element instanceof HTMLElement) return element;
  throw new Error('What should be on the screen is not there.');
}
