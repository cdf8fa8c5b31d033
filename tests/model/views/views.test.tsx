// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { authView } from '#machines/auth/auth.view.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { Impersonation } from '#src/app/shell/impersonation/impersonation.tsx';
import { PersonNotice } from '#src/app/shell/person-notice.tsx';
import { ServicesContext } from '#src/app/shell/services-context.tsx';
import { SessionGate } from '#src/app/shell/session-gate.tsx';
import { preloadSignInScreens } from '#src/features/sign-in/sign-in-screen.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { TICK } from '#statechart/explore/stepper.ts';
import { transitionId } from '#statechart/explore/transition-id.ts';
import { testServices } from '#tests/unit/support/services.ts';
import { gestureOf, isGesture } from '../gestures.ts';
import { isMenuOpen } from '../hidden-controls.ts';
import { authStepper, CLOSED, createAuthModel } from '../support/auth-model.ts';
import { createCoverage } from '../support/coverage.ts';
import { createTestMachine, type TestRun } from '../support/test-machine.ts';
import { type Executors, machineExecutors, sendEvent, walk } from '../support/walker.ts';
import { makeGesture } from './hands.ts';
import {
  GATED_TEXT,
  isPerformable,
  renderedCount,
  screenProblems,
  viewProblems,
} from './rendered-views.tsx';

/** The interval at which the views read the clock, in milliseconds. */
const POLL_INTERVAL = 1_000;

const SERVICES = testServices();

const testMachine = createTestMachine();
const model = createAuthModel({
  stepsFrom: (state) => authStepper.steps(state).filter((step) => isPerformable(step, state)),
  detailOf: (state) => `${isMenuOpen(state)}`,
});

/** The executors of the machine inside `act`, with gestures for the events of a person. */
const executors: Executors = {
  event: async ({ run, step }) => {
    act(() => run.clock.advance(TICK));
    const { type, case: name } = step;
    if (type === 'impersonation.stop') impersonate('member-ada');
    act(() => (isGesture(type) ? makeGesture(gestureOf(type, name)) : sendEvent(run, step)));
  },
  done: (context) => act(() => machineExecutors.done(context)),
  error: (context) => act(() => machineExecutors.error(context)),
  after: (context) => act(() => machineExecutors.after(context)),
  wait: (context) => passTime(() => machineExecutors.wait(context)),
  sleep: (context) => passTime(() => machineExecutors.sleep(context)),
};

async function passTime(pass: () => Promise<void>): Promise<void> {
  await act(async () => {
    await pass();
    vi.advanceTimersByTime(POLL_INTERVAL);
  });
}

/** Sets the impersonation cookie, and lets the banner read it; an empty id clears it. */
function impersonate(memberId: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the provider writes it
  document.cookie = `${IMPERSONATION_COOKIE}=${memberId}; path=/`;
  act(() => void vi.advanceTimersByTime(POLL_INTERVAL));
}

function renderProduct(run: TestRun): void {
  vi.spyOn(Date, 'now').mockImplementation(run.now);
  render(
    <AuthContext value={{ actor: run.actor }}>
      <ServicesContext value={SERVICES}>
        <Impersonation />
        <PersonNotice />
        <SessionGate hadSessionAtStart={false}>
          <p>{GATED_TEXT}</p>
        </SessionGate>
      </ServicesContext>
    </AuthContext>,
  );
}

describe('the views', () => {
  beforeAll(async () => {
    await preloadSignInScreens();
    // The first notice with the id of a request loads the code for it.
    const notice = { tone: 'error', text: '', requestId: 'request-1' } as const;
    await act(async () => {
      render(<Notice notice={notice} />);
      await import('#src/ui/request-id.tsx');
    });
    cleanup();
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  test('show each state that can be reached, and a control for each event that it takes', () => {
    const states = new Set(model.edges().map(({ state }) => state));
    states.delete(CLOSED);
    const problems = [...states].flatMap(viewProblems);
    expect(renderedCount()).toBeGreaterThan(300);
    expect([...new Set(problems)]).toEqual([]);
  }, 600_000);

  test('cause every transition by gestures [R21.1]', async () => {
    const coverage = createCoverage(unprovidedAuthMachine);
    const paths = model.paths();
    for (const path of paths) {
      const run = await walk(path, {
        open: (input) => {
          const opened = testMachine.start(input);
          renderProduct(opened);
          return opened;
        },
        executors,
        problemsIn: ({ snapshot }) => screenProblems(authView(snapshot)),
      });
      // Empty containers of earlier paths would make every search of the document slower.
      cleanup();
      impersonate('');
      coverage.record(run.taken.map(transitionId), path.description);
    }
    expect(coverage.untaken()).toEqual([
      // They do nothing: they keep an event from the state around.
      'signedOut.default | session.gone | 0',
      'signedOut.secondFactor.savingCodes | organization.chooseDifferent | 0',
      // The menu stays open while its list is read once more, or a refresh is due; the walk opens it anew.
      'signedIn.listing | organization.switch | 0',
      'signedIn.refreshing | organization.switch | 0',
    ]);
    const steps = paths.reduce((sum, { weight }) => sum + weight, 0);
    coverage.write({ suite: 'views', paths: paths.length, steps });
  }, 600_000);
});
