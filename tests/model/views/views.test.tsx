// @vitest-environment happy-dom
import { mkdirSync, writeFileSync } from 'node:fs';
import { act, cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { authView } from '#machines/auth/auth.view.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { eventCases, type UserEventType } from '#machines/auth-cases/payload-cases.ts';
import { START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { Impersonation } from '#src/app/shell/impersonation/impersonation.tsx';
import { type Services, ServicesContext } from '#src/app/shell/services-context.tsx';
import { SessionGate } from '#src/app/shell/session-gate.tsx';
import { preloadSignInScreens } from '#src/features/sign-in/sign-in-screen.tsx';
import { TICK } from '#statechart/explore/stepper.ts';
import { type ModelStep, WAIT } from '#statechart/explore/steps.ts';
import {
  coverageReport,
  coverageSummary,
  coverageTable,
  createCoverage,
} from '../support/coverage.ts';
import {
  type Executors,
  machineExecutors,
  type StepContext,
  sendEvent,
} from '../support/executors.ts';
import { type AuthPath, authStepper, edgeCover, pathName } from '../support/paths.ts';
import { printReport } from '../support/print-report.ts';
import { createTestMachine, type TestRun } from '../support/test-machine.ts';
import { walkPath } from '../support/walk-path.ts';
import { gestures, impersonate, USER_EVENTS } from './gestures.ts';
import { isPerformable } from './is-performable.ts';
import { controlMismatches, GATED_TEXT, missingNotices, renderedScreens } from './screen-checks.ts';

/** The interval at which the views read the clock, in milliseconds. */
const POLL_INTERVAL = 1_000;

/** The gate reads only whether there was a session at the start. No page is rendered that uses the others. */
const SERVICES: Services = {
  hadSessionAtStart: false,
  saveRedirect: vi.fn(),
  policyDraft: { read: () => null, write: () => undefined, remove: () => undefined },
  policyStore: { list: vi.fn(), save: vi.fn(), remove: vi.fn(), watch: vi.fn() },
  permissions: { checkSync: vi.fn(), check: vi.fn() },
  policyResource: 'policy',
  shortcutSetting: { isEnabled: vi.fn(), setEnabled: vi.fn() },
  build: { version: '', id: '', emulated: true },
  probe: vi.fn(),
};

const testMachine = createTestMachine();
const coverage = createCoverage(testMachine.machine);
const walked = { paths: 0, steps: 0, started: 0 };
/** The keys of the states whose controls have been checked. */
const checkedKeys = new Set<string>();

/** Causes an event of a person by a gesture, and sends an external event. */
function causeEvent(run: TestRun, step: ModelStep): void {
  if (step.type === 'impersonation.stop') {
    impersonate('member-ada');
    act(() => void vi.advanceTimersByTime(POLL_INTERVAL));
  }
  const type = USER_EVENTS.find((each) => each === step.type);
  act(() => (type === undefined ? sendEvent(run, step) : makeGesture(type, step.case)));
}

function makeGesture<Type extends UserEventType>(type: Type, name: string): void {
  const found = eventCases[type].find((each) => each.name === name);
  const { control, make } = gestures[type];
  const element = control();
  if (found === undefined || element === null) {
    throw new Error(`No control causes "${type}" on this screen.`);
  }
  make(element, found.value);
}

/** The executors of the machine model test inside `act`, with gestures for the events of a person. */
const executors: Executors = {
  event: async ({ run, step }) => {
    act(() => run.clock.advance(TICK));
    causeEvent(run, step);
  },
  done: (context) => act(() => machineExecutors.done(context)),
  error: (context) => act(() => machineExecutors.error(context)),
  after: (context) => act(() => machineExecutors.after(context)),
  wait: passTime,
  sleep: passTime,
};

async function passTime(context: StepContext): Promise<void> {
  await act(async () => {
    await machineExecutors[context.step.type === WAIT ? 'wait' : 'sleep'](context);
    vi.advanceTimersByTime(POLL_INTERVAL);
  });
}

function renderProduct(run: TestRun) {
  return render(
    <AuthContext value={{ actor: run.actor }}>
      <ServicesContext value={SERVICES}>
        <Impersonation />
        <SessionGate hadSessionAtStart={false}>
          <p>{GATED_TEXT}</p>
        </SessionGate>
      </ServicesContext>
    </AuthContext>,
  );
}

/** What is wrong on the screen: another screen, a missing notice, or a control that does not match the machine. */
function screenProblems(expected: AuthSimulationState): readonly string[] {
  const view = authView(expected.snapshot);
  const rendered = renderedScreens();
  const problems = [
    ...(rendered === view.screen ? [] : [`"${rendered}" is rendered instead of "${view.screen}"`]),
    ...missingNotices(view),
  ];
  if (checkedKeys.has(expected.key)) return problems;
  checkedKeys.add(expected.key);
  const steps = authStepper.steps(expected).filter((step) => isPerformable(step, expected));
  return [...problems, ...controlMismatches(expected, steps)];
}

async function walkAll(input: StartInput, paths: readonly AuthPath[]): Promise<void> {
  for (const path of paths) {
    const run = testMachine.start(input.value);
    vi.spyOn(Date, 'now').mockImplementation(run.now);
    renderProduct(run);
    const problems: string[] = [];
    let position = 0;
    const checkScreen = () => {
      const expected = path.steps[position]?.state;
      if (expected !== undefined) problems.push(...screenProblems(expected));
      position += 1;
    };
    checkScreen();
    walked.steps += await walkPath({ path, run, executors, onStep: checkScreen });
    // Empty containers of earlier paths would make every search of the document slower.
    cleanup();
    run.actor.stop();
    impersonate('');
    expect(problems, pathName(path)).toEqual([]);
    coverage.record(run.taken);
    walked.paths += 1;
  }
}

describe('the view model test', () => {
  beforeAll(async () => {
    await preloadSignInScreens();
    walked.started = performance.now();
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  test.each(START_INPUTS)('walks every path from "$name"', { timeout: 300_000 }, async (input) => {
    const paths = edgeCover(input, { isPerformable });
    expect(paths.length).toBeGreaterThan(0);
    await walkAll(input, paths);
  });

  test('takes every transition [R21.1]', () => {
    expect(coverage.definitions.length).toBeGreaterThan(0);
    expect(coverage.unknownCount()).toBe(0);
    expect(coverage.untaken().map(({ id, guard }) => `${id} ${guard ?? ''}`)).toEqual([]);
  });

  afterAll(() => {
    const { paths, steps, started } = walked;
    const seconds = (performance.now() - started) / 1_000;
    const report = coverageReport(coverage, { suite: 'views', paths, steps, seconds });
    mkdirSync('coverage', { recursive: true });
    writeFileSync('coverage/model-views.json', `${JSON.stringify(report, null, 2)}\n`);
    printReport(`${coverageTable(coverage)}\n\n${coverageSummary(report)}`);
  });
});
