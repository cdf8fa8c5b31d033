import { ACME, BIRCH } from '#machines/auth-cases/fixtures.ts';
import {
  eventCases,
  eventForStep,
  isExternalEvent,
  type PersonEventType,
} from '#machines/auth-cases/payload-cases.ts';
import { messages as session } from '#src/app/shell/session/messages.ts';
import { selectionMessages } from '#src/features/sign-in/selection-messages.ts';
import { verificationMessages } from '#src/features/sign-in/verification-messages.ts';
import { messages as ui } from '#src/ui/messages.ts';
import { secondFactorGestures } from './second-factor/page.ts';

/**
 * How a person causes an event, where that is not by pressing the control that has the event's name. The views and a browser
 * perform the same gestures.
 */
interface Gesture {
  /** The selector of another control. */
  readonly css?: string;
  /** Selectors of what opens the control, the outermost first: until it is there, the last one that is there is pressed. */
  readonly openers?: readonly string[];
  /**
   * The property of the event that is typed into the control. Enter follows, unless the control is a code field: the sixth
   * digit submits that.
   */
  readonly typed?: 'name' | 'code';
  /** The heading of the screen that is meant, where several have such a control. */
  readonly heading?: string;
}

/** A gesture whose text and heading are those of one payload case of its event. */
export interface BoundGesture extends Required<Pick<Gesture, 'css' | 'openers'>> {
  /** `null` when nothing is typed. */
  readonly text: string | null;
  /** `null` for every screen. */
  readonly heading: string | null;
}

/** Opens the organization menu. */
const MENU = `[aria-label^="${session.menu.buttonLabel('')}"][aria-expanded]`;
const ACCOUNT = `[aria-label^="${session.account.label('')}"]`;
const CODE = '[autocomplete="one-time-code"]';
const NAME = `[placeholder="${selectionMessages.namePlaceholder}"]`;

const gestures: { readonly [Type in PersonEventType]?: Gesture } = {
  'organization.choose': { css: `main [data-organization-id="${ACME.id}"]` },
  'organization.submit': { css: `main ${NAME}`, typed: 'name' },
  // The dialog of the menu has such a button, too.
  'organization.cancel': { css: 'main [name="organization.cancel"]' },
  'organization.list': { css: `${MENU}, [name="organization.list"]` },
  'organization.switch': {
    css: `header [data-organization-id="${BIRCH.id}"]:not([aria-current])`,
    openers: [MENU],
  },
  'organization.create': {
    css: `dialog ${NAME}`,
    openers: [MENU, '[name="organization.create"]'],
    typed: 'name',
  },
  'code.verify': { css: CODE, typed: 'code', heading: verificationMessages.stepUp.heading },
  // Once a code was sent, the link is collapsed.
  'link.send': { openers: ['details:not([open]) > summary'] },
  ...secondFactorGestures,
  signOut: { openers: [ACCOUNT] },
  'notice.dismiss': { css: `[aria-label="${ui.dismiss}"]` },
};

/** Whether a person causes the events of a type, by a gesture. */
export function isGesture(type: string): type is PersonEventType {
  return type in eventCases && !isExternalEvent(type);
}

/**
 * The gesture that causes an event.
 *
 * @param name the payload case of the event
 * @throws when there is no such case
 */
export function gestureOf(type: PersonEventType, name: string): BoundGesture {
  const event = eventForStep({ type, case: name }, 0);
  const { css = `[name="${type}"]`, typed, openers = [], heading = null } = gestures[type] ?? {};
  const text = typed === undefined ? null : String(Reflect.get(event, typed));
  return { css, openers, text, heading };
}
