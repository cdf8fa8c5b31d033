import { cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';
import { type AuthView, authView } from '#machines/auth/auth.view.ts';
import { type AuthSimulationState, authCases } from '#machines/auth-cases/auth-stepper.ts';
import { eventForStep } from '#machines/auth-cases/payload-cases.ts';
import { messages } from '#machines/rules/messages.ts';
import { MemberShell } from '#src/app/shell/member-shell.tsx';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { eventSteps, type ModelStep, stepKind, stepName } from '#statechart/explore/steps.ts';
import { gestureOf, isGesture, MENU } from '../gestures.ts';
import { isHidden, isMenuOpen } from '../hidden-controls.ts';
import { authStepper } from '../support/auth-model.ts';
import { noticeText, screensIn } from '../support/screen-texts.ts';
import { openedControlOf } from './hands.ts';

/** The content behind the session gate. */
export const GATED_TEXT = 'The content of a signed-in member.';

/** The events of what stands above every screen and is no part of a view. */
const ABOVE_EVERY_SCREEN = ['impersonation.stop', 'personNotice.dismiss'];

/** The other events of a person. */
const personSteps = eventSteps(authCases).filter(
  ({ type }) => isGesture(type) && !ABOVE_EVERY_SCREEN.includes(type),
);

/** Controls that stay although the machine takes nothing from them, for the menu opens and closes without it. */
const MAY_BE_IDLE: readonly string[] = [
  'organization.list',
  'organization.switch',
  'organization.create',
];

/** A view as it was rendered. */
interface RenderedView {
  /** The steps whose control is there. */
  readonly offered: ReadonlySet<string>;
  readonly problems: readonly string[];
}

/** What is wrong with a text is said at its field. */
function isAboutInput(view: AuthView): boolean {
  return view.screen !== 'loading' && view.notice?.isAboutInput === true;
}

const rendered = new Map<string, RenderedView>();

/** How many distinct views have been rendered. */
export function renderedCount(): number {
  return rendered.size;
}

/** Whether a person can cause a step by what a state shows, and whatever else causes it. */
export function isPerformable(step: ModelStep, state: AuthSimulationState): boolean {
  const { type, case: name } = step;
  if (!isGesture(type) || ABOVE_EVERY_SCREEN.includes(type)) return true;
  // Opening the menu is a step of its own.
  const needsMenu = gestureOf(type, name).openers.includes(MENU);
  return renderedViewOf(state).offered.has(stepName(step)) && (!needsMenu || isMenuOpen(state));
}

/** What is wrong with the rendered view of a state: another screen, a missing notice, or a control. */
export function viewProblems(state: AuthSimulationState): readonly string[] {
  const view = authStepper.readAt(state, authView);
  const { offered, problems } = renderedViewOf(state);
  const taken = takenFromPerson(state);
  const types = new Set(personSteps.map(({ type }) => type));
  const mismatches = [...types].flatMap((type) => {
    const isOffered = [...offered].some((name) => name.startsWith(`${type}#`));
    const isTaken = taken.some((step) => step.type === type);
    if (isOffered && !isTaken && !MAY_BE_IDLE.includes(type))
      return [`${state.path}: the control of "${type}" does nothing`];
    if (isTaken && !isOffered && !isHidden(type, view))
      return [`${state.path}: nothing on the screen causes "${type}"`];
    return [];
  });
  return [...problems.map((each) => `${state.path}: ${each}`), ...mismatches];
}

/** What is wrong with what is rendered now. */
export function screenProblems(view: AuthView): readonly string[] {
  const text = document.body.textContent;
  const screen = screensIn(text, GATED_TEXT);
  const isOfNoField = document.querySelector('input') === null && isAboutInput(view);
  const notice = isOfNoField ? null : noticeText(view);
  return [
    ...(screen === view.screen ? [] : [`"${screen}" is rendered instead of "${view.screen}"`]),
    ...(notice === null || text.includes(notice) ? [] : [`the notice "${notice}" is missing`]),
  ];
}

/** The events of a person that the machine takes in a state, also while a delay is over at once. */
function takenFromPerson(state: AuthSimulationState): readonly ModelStep[] {
  const steps = authStepper.steps(state);
  if (!steps.every(({ type }) => stepKind(type) === 'after')) return steps;
  return personSteps.filter((step) =>
    authStepper.readAt(state, (snapshot) => snapshot.can(eventForStep(step, state.now))),
  );
}

/** The view of a state, rendered once for all states that show the same. */
function renderedViewOf(state: AuthSimulationState): RenderedView {
  const view = authStepper.readAt(state, authView);
  const key = textOf(view, state.now);
  const known = rendered.get(key) ?? renderView(view, state);
  rendered.set(key, known);
  return known;
}

/** What adds nothing to a screen and takes nothing from it, whatever its value. */
const SAME_SCREEN = ['sessionId', 'memberId', 'memberName', 'emailAddress', 'rejections', 'sentAt'];

/**
 * A view as text: of a time only matters whether it is over, and of these values whether there is one. A screen shows every
 * sentence in the same place, but for the one of the second factor that has no button.
 */
function textOf(view: AuthView, now: number): string {
  return JSON.stringify(view, (name, value: unknown) => {
    if (SAME_SCREEN.includes(name)) return value !== null;
    if (name === 'text' && value !== messages.mfaRequired) return '';
    return typeof value === 'number' && value > 1e12 ? value > now : value;
  });
}

function renderView(view: AuthView, state: AuthSimulationState): RenderedView {
  vi.spyOn(Date, 'now').mockReturnValue(state.now);
  const send = () => undefined;
  render(
    view.screen === 'app' ? (
      <MemberShell view={view} send={send} isArrival={false}>
        <p>{GATED_TEXT}</p>
      </MemberShell>
    ) : (
      <SignInScreen view={view} send={send} />
    ),
  );
  const problems = screenProblems(view);
  // What opens something is pressed last.
  const inOrder = personSteps
    .map((step) => ({ step, gesture: bound(step) }))
    .sort((one, other) => one.gesture.openers.length - other.gesture.openers.length);
  const offered = inOrder.filter(
    // An empty field sends nothing (R6.4, R8.4).
    ({ gesture }) => gesture.text?.trim() !== '' && openedControlOf(gesture) !== null,
  );
  cleanup();
  return { problems, offered: new Set(offered.map(({ step }) => stepName(step))) };
}

function bound({ type, case: name }: ModelStep) {
  if (!isGesture(type)) throw new Error(`"${type}" has no gesture.`);
  return gestureOf(type, name);
}
