import type { AuthView, Screen } from '#machines/auth/auth.view.types.ts';
import type { AuthSimulationState } from '#machines/explore/auth-stepper.ts';
import type { ModelStep } from '#machines/explore/steps.ts';
import { messages as rules } from '#machines/rules/messages.ts';
import { messages } from '#src/features/sign-in/messages.ts';
import { messages as ui } from '#src/ui/messages.ts';
import { gestures, USER_EVENTS } from './gestures.ts';

/** What stands for the page of a member. */
export const MEMBERS_PAGE = 'The page of a member.';

const { secondFactor } = messages;

/** By what a person knows each screen. */
const marks: { readonly [Which in Screen]: readonly string[] } = {
  loading: Object.values(ui.loading),
  login: [messages.login.invitation],
  confirm: [messages.confirm.heading],
  selection: [messages.selection.heading],
  stepUp: [messages.stepUp.heading],
  secondFactor: [secondFactor.heading, secondFactor.enrolHeading, secondFactor.savingHeading],
  app: [MEMBERS_PAGE],
};

/** Which screen is shown, by its own words; all their names when there are several, or none. */
export function renderedScreens(): string {
  const words = document.body.textContent;
  const shown = Object.entries(marks).filter(([, texts]) =>
    texts.some((text) => words.includes(text)),
  );
  return shown.map(([name]) => name).join(' and ');
}

/** A sentence that the machine says and the screen does not. */
export function missingNotices(view: AuthView): readonly string[] {
  if (view.screen === 'loading' || view.notice === null) return [];
  const { text } = view.notice;
  // The exchange after a verification says its own sentence, which is the same but for one that came between.
  const replaced = view.screen === 'stepUp' && view.completing ? rules.emailVerified : text;
  const said = document.body.textContent?.includes(replaced);
  return said ? [] : [`"${replaced}" is not said`];
}

/** Controls that stay although the machine takes nothing from them here, each with the reason. */
const idle: readonly { readonly leaf: string; readonly event: string }[] = [
  // The menu opens and closes at any time; what is asked of it is held until nothing else is under way.
  { leaf: 'signedIn.listing', event: 'organization.list' },
  { leaf: 'signedIn.refreshing.attempting', event: 'organization.list' },
  { leaf: 'signedIn.refreshing.waiting', event: 'organization.list' },
  { leaf: 'signedIn.listing', event: 'organization.switch' },
  { leaf: 'signedIn.refreshing.attempting', event: 'organization.switch' },
  { leaf: 'signedIn.refreshing.waiting', event: 'organization.switch' },
  // The same for the warning.
  { leaf: 'signedIn.listing', event: 'session.extend' },
  { leaf: 'signedIn.switching', event: 'session.extend' },
  { leaf: 'signedIn.refreshing.attempting', event: 'session.extend' },
];

/** Every control that is missing or dead: the screen offers exactly what the machine takes. */
export function controlMismatches(
  { path }: AuthSimulationState,
  taken: readonly ModelStep[],
): readonly string[] {
  const leaves = path.split(' ');
  const excused = (event: string) =>
    idle.some((one) => one.event === event && leaves.includes(one.leaf));
  return USER_EVENTS.flatMap((type) => {
    if (type === 'impersonation.stop') return [];
    const offered = gestures[type].control() !== null;
    const takes = taken.some((step) => step.type === type);
    if (offered === takes) return [];
    if (takes) return [`${leaves}: nothing on the screen causes "${type}"`];
    return excused(type) ? [] : [`${leaves}: the control of "${type}" does nothing`];
  });
}
