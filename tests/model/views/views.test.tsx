// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import { type AuthView, authView } from '#machines/auth/auth.view.ts';
import { type AuthSimulationState, authCases } from '#machines/auth-cases/auth-stepper.ts';
import { eventForStep, type PersonEventType } from '#machines/auth-cases/payload-cases.ts';
import { RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { MemberShell } from '#src/app/shell/member-shell.tsx';
import { preloadSignInScreens, SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { eventSteps, type ModelStep, stepKind, stepName } from '#statechart/explore/steps.ts';
import { InApp } from '#tests/unit/support/in-app.tsx';
import { type BoundGesture, gestureOf, isGesture } from '../gestures.ts';
import { isHidden } from '../hidden-controls.ts';
import { authStepper, createAuthModel } from '../support/auth-model.ts';
import { noticeText, screensIn } from '../support/screen-texts.ts';
import { makeGesture, openedControlOf } from './hands.ts';

/** The content behind the session gate. */
const GATED_TEXT = 'The content of a signed-in member.';

/** The events of the banner and the notice above every screen, which belong to no view. */
const ABOVE_EVERY_SCREEN = ['impersonation.stop', 'personNotice.dismiss'];

/** Controls that stay although the machine takes nothing from them, for the menu opens and closes without it. */
const MAY_BE_IDLE: readonly string[] = [
  'organization.list',
  'organization.switch',
  'organization.create',
];

interface Control {
  readonly type: PersonEventType;
  readonly step: ModelStep;
  readonly gesture: BoundGesture;
}

/** A control of a view that is shown, with the words on it: two buttons may send the same event. */
interface Offered extends Control {
  readonly words: string;
}

/** What causes the events of a person; what opens something is pressed last. */
const controls = eventSteps(authCases)
  .flatMap((step): Control | [] => {
    const { type, case: name } = step;
    if (!isGesture(type) || ABOVE_EVERY_SCREEN.includes(type)) return [];
    return { type, step, gesture: gestureOf(type, name) };
  })
  .sort((one, other) => one.gesture.openers.length - other.gesture.openers.length);

const types = [...new Set(controls.map(({ type }) => type))];
const viewOf = (state: AuthSimulationState) => authStepper.readAt(state, authView);

/** The steps of each state of the model: finding them takes as long as showing its view. */
const stepsOf = new Map<AuthSimulationState, readonly ModelStep[]>();

/** The states that can be reached with what the screens offer. */
const model = createAuthModel({
  stepsFrom: (state) => {
    const steps = authStepper.steps(state);
    stepsOf.set(state, steps);
    return steps.filter(({ type }) => !isHidden(type, viewOf(state)));
  },
});

/** The events of a person that the machine takes in a state, also while a delay is over at once. */
function takenFromPerson(state: AuthSimulationState): readonly string[] {
  const steps = stepsOf.get(state) ?? [];
  if (!steps.every(({ type }) => stepKind(type) === 'after')) return steps.map(({ type }) => type);
  return controls.flatMap(({ type, step }) => {
    const event = eventForStep(step, state.now);
    return authStepper.readAt(state, (snapshot) => snapshot.can(event)) ? type : [];
  });
}

/** What adds nothing to a screen and takes nothing from it, whatever its value. */
const SAME_SCREEN = [
  'sessionId',
  'memberId',
  'memberName',
  'emailAddress',
  'expiresAt',
  'rejections',
  'sentAt',
];

/** Where the screen of an organization depends on which one it is: the others show only its name. */
const BY_ORGANIZATION = ['app', 'selection'];

/**
 * A view as text. Of a time, only whether it has passed counts; of the values above, only whether they are there. A
 * screen shows every sentence in the same place, but for the one under a heading, which has no button.
 */
function textOf(view: AuthView, now: number): string {
  return JSON.stringify(view, (name, value: unknown) => {
    if (SAME_SCREEN.includes(name)) return value !== null;
    if (name === 'organization' && value !== null)
      return BY_ORGANIZATION.includes(view.screen) ? Reflect.get(Object(value), 'id') : true;
    if (name === 'code' && typeof value === 'string' && value !== 'mfaRequired') return '';
    if (typeof value !== 'number' || value < 1e12) return value;
    // Longer than the cooldown: the clock was set back.
    return value > now && (name !== 'resendAt' || value <= now + RESEND_COOLDOWN);
  });
}

/** Shows a view. Returns the events that it sends. */
function show(view: AuthView): readonly AuthEvent[] {
  const sent: AuthEvent[] = [];
  const send = (event: AuthEvent) => void sent.push(event);
  cleanup();
  render(
    view.screen === 'app' ? (
      <MemberShell view={view} send={send} isArrival={false}>
        <p>{GATED_TEXT}</p>
      </MemberShell>
    ) : (
      <SignInScreen view={view} send={send} />
    ),
    { wrapper: InApp },
  );
  return sent;
}

/** What is wrong with a view that is shown: another screen, or a missing notice. */
function problemsOf(view: AuthView): readonly string[] {
  const text = document.body.textContent;
  const screen = screensIn(text, GATED_TEXT);
  const isAtField = view.screen !== 'loading' && view.notice?.isAboutInput === true;
  const notice = isAtField && document.querySelector('input') === null ? null : noticeText(view);
  return [
    ...(screen === view.screen ? [] : [`"${screen}" is rendered instead of "${view.screen}"`]),
    ...(notice === null || text.includes(notice) ? [] : [`the notice "${notice}" is missing`]),
  ];
}

/** The controls of a view that is shown. */
function offeredControls(): readonly Offered[] {
  return controls.flatMap((each): Offered | [] => {
    // An empty field sends nothing (R6.4, R8.4).
    const control = each.gesture.text?.trim() === '' ? null : openedControlOf(each.gesture);
    return control === null ? [] : { ...each, words: control.textContent };
  });
}

/** What is wrong when a control is pressed: it sends something else than its event. */
function wrongEvent(view: AuthView, { step, gesture }: Control, now: number): readonly string[] {
  const sent = show(view);
  makeGesture(gesture);
  const [expected, found] = [eventForStep(step, now), sent.at(-1)].map((event) =>
    JSON.stringify(event, (_, value) => (typeof value === 'string' ? value.trim() : value)),
  );
  return found === expected ? [] : [`${stepName(step)} sends ${found}`];
}

beforeAll(async () => {
  await preloadSignInScreens();
  // The first notice with the id of a request loads the code for it.
  const notice = { tone: 'error', text: '', requestId: 'request-1' } as const;
  await act(async () => {
    render(<Notice notice={notice} />);
    await import('#src/ui/feedback/request-id.tsx');
  });
});

test('each view shows its screen, its notice, and a control for each event that its state takes, which sends it [R21.1]', () => {
  const offeredByView = new Map<string, readonly Offered[]>();
  const pressed = new Set<string>();
  const problems = new Set<string>();
  for (const state of model.states) {
    const view = viewOf(state);
    const found: string[] = [];
    vi.spyOn(Date, 'now').mockReturnValue(state.now);
    const key = textOf(view, state.now);
    if (!offeredByView.has(key)) {
      show(view);
      found.push(...problemsOf(view));
      offeredByView.set(key, offeredControls());
    }
    const offered = offeredByView.get(key) ?? [];
    for (const control of offered) {
      const press = [view.screen, stepName(control.step), control.words].join(' ');
      if (!pressed.has(press)) found.push(...wrongEvent(view, control, state.now));
      pressed.add(press);
    }
    const taken = takenFromPerson(state);
    for (const type of types) {
      const isOffered = offered.some((control) => control.type === type);
      const isTaken = taken.includes(type);
      if (isOffered && !isTaken && !MAY_BE_IDLE.includes(type))
        found.push(`the control of "${type}" does nothing`);
      if (isTaken && !isOffered && !isHidden(type, view))
        found.push(`nothing on the screen causes "${type}"`);
    }
    for (const problem of found) problems.add(`${state.path}: ${problem}`);
  }
  expect(offeredByView.size).toBeGreaterThan(300);
  expect(pressed.size).toBeGreaterThan(30);
  expect([...problems]).toEqual([]);
}, 600_000);
