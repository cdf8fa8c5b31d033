import { fireEvent } from '@testing-library/react';
import { flushSync } from 'react-dom';
import type { AuthEvent } from '#machines/auth/auth.types.ts';
import { ACME, BIRCH } from '#machines/auth-cases/fixtures.ts';
import type { UserEventType } from '#machines/auth-cases/payload-cases.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { messages as banner } from '#src/app/shell/impersonation/messages.ts';
import { messages as session } from '#src/app/shell/session/messages.ts';
import { lateMessages } from '#src/features/sign-in/late-messages.ts';
import { messages } from '#src/features/sign-in/messages.ts';
import { secondFactorMessages } from '#src/features/sign-in/second-factor/messages.ts';
import { selectionMessages } from '#src/features/sign-in/selection-messages.ts';
import { messages as ui } from '#src/ui/messages.ts';
import { readQuestion } from '#tests/unit/support/render.tsx';

type EventOf<Type extends AuthEvent['type']> = Extract<AuthEvent, { type: Type }>;

/** How a person causes an event, by what is on the screen. */
export interface Gesture<Type extends UserEventType> {
  /** The control they use; `null` while it is missing, disabled or busy. */
  readonly control: () => HTMLElement | null;
  /** Performs the gesture with the payload of the event. */
  readonly make: (control: HTMLElement, event: EventOf<Type>) => void;
}

/** One gesture for each event of a person; an event without a gesture does not compile. */
export const gestures: { readonly [Type in UserEventType]: Gesture<Type> } = {
  'google.start': pressing(messages.login.google, selectionMessages.expiry.continue),
  'google.chooseAccount': {
    // A row that has failed has the same button as its list.
    control: () => active(document.querySelector('[name="google.chooseAccount"]')),
    make: press,
  },
  'organization.choose': {
    control: () => active(document.querySelector('[data-organization-id]')),
    make: (_, { organization }) =>
      press(present(document.querySelector(`[data-organization-id="${organization.id}"]`))),
  },
  'organization.type': pressing(selectionMessages.enterName),
  'organization.submit': typingInto(selectionMessages.namePlaceholder, ({ name }) => name),
  'organization.cancel': pressing(selectionMessages.cancel),
  'organization.forget': pressing(messages.login.forget),
  'organization.continue': pressing(messages.login.continue.replace('{name}', ACME.name)),
  'organization.forgetLast': pressing(messages.login.forgetLast),
  'organization.chooseDifferent': pressing(lateMessages.chooseDifferent),
  'organization.return': pressing(lateMessages.returnTo.replace('{organization}', ACME.name)),
  'organization.list': {
    control: menuOpener,
    make: (opener) => {
      // The first press closes an open menu; the next one opens it and reads the list again.
      if (opener.getAttribute('aria-expanded') === 'true') press(opener);
      press(opener);
    },
  },
  'organization.closeMenu': {
    control: () => document.querySelector('[role="menu"]'),
    make: (menu) => fireEvent.keyDown(menu, { key: 'Escape' }),
  },
  'organization.switch': {
    control: () => menuItem(BIRCH.name) ?? menuOpener(),
    make: (control) => {
      // A closed menu is opened first; that holds a list, which the choice replaces.
      if (control.getAttribute('role') !== 'menuitemradio') press(control);
      const item = menuItem(BIRCH.name);
      if (item !== null) press(item);
    },
  },
  'organization.create': {
    control: () => document.querySelector('dialog input') ?? menuItem(session.menu.create),
    make: (control, { name }) => {
      // The dialog stays open after a name that cannot be used.
      if (control.getAttribute('role') === 'menuitem') flushSync(() => press(control));
      const field = present(document.querySelector('dialog input'));
      fireEvent.change(field, { target: { value: name } });
      fireEvent.submit(present(field.closest('form')));
    },
  },
  back: pressing(messages.backToLogin),
  'code.send': pressing(lateMessages.stepUp.code.send, lateMessages.stepUp.code.resend),
  'code.verify': codeOf(lateMessages.stepUp.code.label),
  'link.send': pressing(lateMessages.stepUp.link.send, lateMessages.stepUp.link.resend),
  'link.confirm': under(
    lateMessages.confirmLink.heading,
    pressing(lateMessages.confirmLink.continue),
  ),
  'factor.verify': under(secondFactorMessages.heading, codeOf(secondFactorMessages.codeLabel)),
  'factor.recover': typingInto(
    secondFactorMessages.recoveryPlaceholder,
    ({ recoveryCode }) => recoveryCode,
  ),
  'factor.useRecoveryCode': pressing(secondFactorMessages.useRecoveryCode),
  'factor.useCode': pressing(secondFactorMessages.useCode),
  'factor.enrolled': under(
    secondFactorMessages.enrolHeading,
    codeOf(secondFactorMessages.codeLabel),
  ),
  'factor.retry': under(secondFactorMessages.enrolHeading, pressing(secondFactorMessages.retry)),
  'codes.saved': pressing(secondFactorMessages.saved),
  'session.extend': pressing(session.stay),
  signOut: {
    control: () => active(document.querySelector(ACCOUNT_MENU)),
    make: (opener) => {
      // Rendered at once: the walk renders each step only when it has ended.
      if (opener.getAttribute('aria-expanded') === 'false') flushSync(() => press(opener));
      press(present(buttonNamed(session.signOut)));
    },
  },
  'impersonation.stop': pressing(banner.stop),
  'notice.dismiss': pressing(ui.dismiss),
};

const ACCOUNT_MENU = `button[aria-label^="${session.account.label('')}"]`;

export const USER_EVENTS: readonly UserEventType[] = keysOf(gestures);

/** Sets the impersonation cookie; an empty id clears it. */
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

/** Restricts a control to one screen by its heading: several screens have controls of the same name. */
function under<Made extends { readonly control: () => HTMLElement | null }>(
  heading: string,
  gesture: Made,
): Made {
  const isShown = () => document.getElementsByTagName('h1')[0]?.textContent?.trim() === heading;
  return { ...gesture, control: () => (isShown() ? gesture.control() : null) };
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

/** The sixth digit submits a code; the same code again is submitted by the button. */
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
  readQuestion();
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
  readQuestion();
  const buttons = [...document.getElementsByTagName('button')];
  return active(buttons.find((button) => nameOf(button) === name) ?? null);
}

function nameOf(button: HTMLElement): string {
  return (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
}

/** A field whose form is neither busy nor disabled. */
function fieldOf(is: (field: HTMLInputElement) => boolean): HTMLElement | null {
  const field = [...document.getElementsByTagName('input')].find(is);
  const button = field?.closest('form')?.querySelector('[type="submit"]');
  return button?.getAttribute('aria-disabled') === 'true' ? null : (field ?? null);
}

/** A control unless it is disabled. */
function active(control: Element | null): HTMLElement | null {
  if (!(control instanceof HTMLElement)) return null;
  const isDisabled =
    control.getAttribute('aria-disabled') === 'true' || control.hasAttribute('disabled');
  return isDisabled ? null : control;
}

function present(element: Element | null): HTMLElement {
  if (element instanceof HTMLElement) return element;
  throw new Error('The element is missing.');
}
