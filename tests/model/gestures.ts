import type { AuthEvent } from '#machines/auth/auth.events.ts';
import { BIRCH } from '#machines/auth-cases/fixtures.ts';
import { eventCases, type PersonEventType } from '#machines/auth-cases/payload-cases.ts';
import { messages as banner } from '#src/app/shell/impersonation/messages.ts';
import { messages as session } from '#src/app/shell/session/messages.ts';
import { lateMessages } from '#src/features/sign-in/late-messages.ts';
import { messages } from '#src/features/sign-in/messages.ts';
import { secondFactorMessages } from '#src/features/sign-in/second-factor/messages.ts';
import { selectionMessages } from '#src/features/sign-in/selection-messages.ts';
import { messages as ui } from '#src/ui/messages.ts';

type EventOf<Type extends AuthEvent['type']> = Extract<AuthEvent, { type: Type }>;

/** How a person causes an event, by what is on the screen. The views and a browser perform the same gestures. */
interface Gesture<Event> {
  /** The accessible names of a button, of which one is shown. */
  readonly button?: readonly string[];
  /** Any other element. */
  readonly css?: string | ((event: Event) => string);
  /** Selectors of what opens the control, the outermost first: until it is there, the last one that is there is pressed. */
  readonly openers?: readonly string[];
  /** What is typed into the control. Enter follows, unless the control is a code field: the sixth digit submits that. */
  readonly text?: (event: Event) => string;
  /** The key that is pressed instead of the control. */
  readonly key?: string;
  /** The heading of the screen that is meant, where several have such a control. */
  readonly heading?: string;
}

/** A gesture with one payload of its event. */
export interface BoundGesture {
  /** Empty for a control that is found by its selector. */
  readonly button: readonly string[];
  /** Empty for a button that is found by its name. */
  readonly css: string;
  readonly openers: readonly string[];
  /** `null` when nothing is typed. */
  readonly text: string | null;
  readonly key: string | null;
  readonly heading: string | null;
}

/** Opens the organization menu. */
export const MENU = '[aria-haspopup="menu"]';
const ACCOUNT = `[aria-label^="${session.account.label('')}"]`;
const CREATE = `[data-name="${session.menu.create}"]`;
const CODE = '[autocomplete="one-time-code"]';
const NAME = `[placeholder="${selectionMessages.namePlaceholder}"]`;

/** One gesture for each event of a person; an event without a gesture does not compile. */
const gestures: { readonly [Type in PersonEventType]: Gesture<EventOf<Type>> } = {
  'google.start': { button: [messages.login.google, selectionMessages.expiry.continue] },
  'google.chooseAccount': { css: '[name="google.chooseAccount"]' },
  'organization.choose': {
    css: ({ organization }) => `[data-organization-id="${organization.id}"]`,
  },
  'organization.type': { button: [selectionMessages.enterName] },
  'organization.submit': { css: `main ${NAME}`, text: ({ name }) => name },
  'organization.cancel': { button: [selectionMessages.cancel] },
  'organization.forget': { button: [messages.login.forget] },
  'organization.continue': { css: '[name="organization.continue"]' },
  'organization.forgetLast': { button: [messages.login.forgetLast] },
  'organization.chooseDifferent': { button: [lateMessages.chooseDifferent] },
  'organization.list': { css: `${MENU}, [name="organization.list"]` },
  'organization.switch': {
    css: `[role="menuitemradio"][data-name="${BIRCH.name}"][aria-checked="false"]`,
    openers: [MENU],
  },
  'organization.create': {
    css: `dialog ${NAME}`,
    openers: [MENU, CREATE],
    text: ({ name }) => name,
  },
  back: { button: [messages.backToLogin] },
  'code.send': { button: [lateMessages.stepUp.code.send, lateMessages.stepUp.code.resend] },
  'code.verify': { css: CODE, text: ({ code }) => code, heading: lateMessages.stepUp.heading },
  'link.send': {
    button: [lateMessages.stepUp.link.send, lateMessages.stepUp.link.resend],
    // Once a code was sent, the link is collapsed.
    openers: ['details:not([open]) > summary'],
  },
  'link.confirm': {
    button: [lateMessages.confirmLink.continue],
    heading: lateMessages.confirmLink.heading,
  },
  'factor.verify': { css: CODE, text: ({ code }) => code, heading: secondFactorMessages.heading },
  'factor.recover': {
    css: `[placeholder="${secondFactorMessages.recoveryPlaceholder}"]`,
    text: ({ recoveryCode }) => recoveryCode,
  },
  'factor.useRecoveryCode': { button: [secondFactorMessages.useRecoveryCode] },
  'factor.useCode': { button: [secondFactorMessages.useCode] },
  'factor.enrolled': {
    css: CODE,
    text: ({ code }) => code,
    heading: secondFactorMessages.enrolHeading,
  },
  'factor.retry': {
    button: [secondFactorMessages.retry],
    heading: secondFactorMessages.enrolHeading,
  },
  'codes.saved': { button: [secondFactorMessages.saved] },
  'session.extend': { button: [session.stay] },
  signOut: { button: [session.signOut], openers: [ACCOUNT] },
  'impersonation.stop': { button: [banner.stop] },
  'notice.dismiss': { button: [ui.dismiss] },
  'personNotice.dismiss': { css: '[name="personNotice.dismiss"]' },
};

/** Whether a person causes the events of a type, by a gesture. */
export function isGesture(type: string): type is PersonEventType {
  return type in gestures;
}

/**
 * The gesture that causes an event.
 *
 * @param name the payload case of the event
 * @throws when there is no such case
 */
export function gestureOf<Type extends PersonEventType>(type: Type, name: string): BoundGesture {
  const found = eventCases[type].find((each) => each.name === name);
  if (found === undefined) throw new Error(`No case "${name}" of event "${type}".`);
  const gesture: Gesture<EventOf<Type>> = gestures[type];
  const { css = '', text, button = [], openers = [], key = null, heading = null } = gesture;
  return {
    button,
    css: typeof css === 'string' ? css : css(found.value),
    openers,
    text: text?.(found.value) ?? null,
    key,
    heading,
  };
}
