// @vitest-environment happy-dom
import { mkdirSync, writeFileSync } from 'node:fs';
import { act, cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { authView } from '#machines/auth/auth.view.ts';
import type { AuthSimulationState } from '#machines/explore/auth-stepper.ts';
import { eventCases, type UserEventType } from '#machines/explore/payload-cases.ts';
import { START_INPUTS, type StartInput } from '#machines/explore/start-inputs.ts';
import { TICK } from '#machines/explore/stepper.ts';
import { type ModelStep, WAIT } from '#machines/explore/steps.ts';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { Impersonation } from '#src/app/shell/impersonation/impersonation.tsx';
import { SessionGate } from '#src/app/shell/session-gate.tsx';
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
import {
  controlMismatches,
  MEMBERS_PAGE,
  missingNotices,
  renderedScreens,
} from './screen-checks.ts';

/** How often anything on a screen looks at the clock again, in milliseconds. */
const LOOK = 1_000;

const testMachine = createTestMachine();
const coverage = createCoverage(testMachine.machine);
const walked = { paths: 0, steps: 0, started: 0 };
/** Every state of the model is looked at once, from whichever path comes first. */
const looked = new Set<string>();

/** What a person does, with their own hands; what happens outside still comes through the one actor. */
function happen(run: TestRun, step: ModelStep): void {
  if (step.type === 'impersonation.stop') {
    impersonate('member-ada');
    act(() => void vi.advanceTimersByTime(LOOK));
  }
  const type = USER_EVENTS.find((known) => known === step.type);
  act(() => (type === undefined ? sendEvent(run, step) : gesture(type, step.case)));
}

function gesture<Type extends UserEventType>(type: Type, name: string): void {
  const found = eventCases[type].find((one) => one.name === name);
  const { control, make } = gestures[type];
  const touched = control();
  if (found === undefined || touched === null) {
    throw new Error(`Nobody can cause "${type}" on this screen.`);
  }
  make(touched, found.value);
}

/** The machine's own executors, with gestures for a person's events and React told of everything. */
const executors: Executors = {
  event: async ({ run, step }) => {
    act(() => run.clock.advance(TICK));
    happen(run, step);
  },
  done: (doing) => act(() => machineExecutors.done(doing)),
  error: (doing) => act(() => machineExecutors.error(doing)),
  after: (doing) => act(() => machineExecutors.after(doing)),
  wait: passTime,
  sleep: passTime,
};

async function passTime(doing: StepContext): Promise<void> {
  await act(async () => {
    await machineExecutors[doing.step.type === WAIT ? 'wait' : 'sleep'](doing);
    vi.advanceTimersByTime(LOOK);
  });
}

function show(run: TestRun) {
  return render(
    <AuthContext value={{ actor: run.actor, termsUrl: '/terms', lastUsed: () => null }}>
      <Impersonation />
      <SessionGate>
        <p>{MEMBERS_PAGE}</p>
      </SessionGate>
    </AuthContext>,
  );
}

/** The screen is the one of the state, it says what there is to say, and no control is dead or missing. */
function lookAt(expected: AuthSimulationState): readonly string[] {
  const view = authView(expected.snapshot);
  const shown = renderedScreens();
  const wrong = shown === view.screen ? [] : [`"${shown}" is shown instead of "${view.screen}"`];
  if (looked.has(expected.key)) return [...wrong, ...missingNotices(view)];
  looked.add(expected.key);
  const taken = authStepper.steps(expected).filter((step) => isPerformable(step, expected));
  return [...wrong, ...missingNotices(view), ...controlMismatches(expected, taken)];
}

async function walkAll(input: StartInput, paths: readonly AuthPath[]): Promise<void> {
  for (const path of paths) {
    const run = testMachine.start(input.value);
    vi.spyOn(Date, 'now').mockImplementation(run.now);
    const { unmount } = show(run);
    const broken: string[] = [];
    let at = 0;
    const look = () => {
      const expected = path.steps[at]?.state;
      if (expected !== undefined) broken.push(...lookAt(expected));
      at += 1;
    };
    look();
    walked.steps += await walkPath({ path, run, executors, onStep: look });
    unmount();
    run.actor.stop();
    impersonate('');
    expect(broken, pathName(path)).toEqual([]);
    coverage.record(run.taken);
    walked.paths += 1;
  }
}

describe('the model walks every transition through the screens', () => {
  beforeAll(() => {
    walked.started = performance.now();
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  test.each(START_INPUTS)('every path from "$name"', { timeout: 300_000 }, async (input) => {
    const paths = edgeCover(input, { isPerformable });
    expect(paths.length).toBeGreaterThan(0);
    await walkAll(input, paths);
  });

  test('takes every transition definition [R21.1]', () => {
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
