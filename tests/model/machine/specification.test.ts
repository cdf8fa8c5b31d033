import { describe, expect, test } from 'vitest';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/explore/auth-stepper.ts';
import { START_INPUTS } from '#machines/explore/start-inputs.ts';
import { SLEEP, stepName, WAIT } from '#machines/explore/steps.ts';
import { changes } from '../specification/changes.ts';
import { conditions } from '../specification/conditions.ts';
import { appEffects, delays, emitted, inputs } from '../specification/effects.ts';
import { judgePath, specifiedSteps } from '../specification/oracle.ts';
import { sentences } from '../specification/sentences.ts';
import { rows, states } from '../specification/table.ts';
import {
  type AuthPath,
  authStepper,
  edgeCover,
  shortestPathsByInput,
  statePaths,
} from '../support/paths.ts';

function problemsOf(paths: readonly AuthPath[]): readonly string[] {
  const all = paths.flatMap((path) => judgePath(path).flatMap(({ problems }) => problems));
  return [...new Set(all)];
}

describe('the machine does what the specification says', () => {
  const taken = new Set<string>();

  test('on the shortest path to every state, and on every step from there', {
    timeout: 120_000,
  }, () => {
    const paths = shortestPathsByInput().flatMap((found) => found.paths);
    expect(paths.length).toBeGreaterThan(START_INPUTS.length);
    expect(problemsOf(paths)).toEqual([]);
    for (const { at } of paths.flatMap(judgePath).flatMap((verdict) => verdict.rows)) taken.add(at);
  });

  test('on every path of the cover', { timeout: 120_000 }, () => {
    const paths = START_INPUTS.flatMap((input) => edgeCover(input));
    expect(problemsOf(paths)).toEqual([]);
    for (const { at } of paths.flatMap(judgePath).flatMap((verdict) => verdict.rows)) taken.add(at);
  });

  test('in every state, to exactly the steps that the specification describes [R21.3]', {
    timeout: 120_000,
  }, () => {
    for (const { state } of statePaths()) {
      const offered = authStepper
        .steps(state)
        .filter(({ type }) => type !== WAIT && type !== SLEEP);
      expect(offered.map(stepName).sort(), state.path).toEqual(
        specifiedSteps(state).map(stepName).sort(),
      );
    }
  });

  test('and takes every row', () => {
    expect(rows.filter(({ at }) => !taken.has(at)).map(({ at, on }) => `${at}: ${on}`)).toEqual([]);
  });

  test('unlike a machine that forgets to store the list', () => {
    const broken = createAuthStepper(
      authMachine.provide({ actions: { rememberDiscovery: () => {} } }),
    );
    const step = { type: 'xstate.done.actor.redeem', case: 'listed' };
    const start = broken.start('back from Google');
    const path: AuthPath = {
      input: 'back from Google',
      steps: [
        { event: { type: 'xstate.init', case: '' }, state: start },
        { event: step, state: broken.step(start, step) },
      ],
      state: start,
    };
    expect(problemsOf([path]).join('\n')).toContain('organizations must be');
  });
});

describe('the tables of the specification', () => {
  test('use only words that exist, and use each of them', () => {
    const keys = (...tables: readonly object[]) => tables.flatMap(Object.keys).sort();
    const used = (words: readonly string[]) => [...new Set(words)].sort();
    const timed = rows.flatMap(({ on }) => on).filter((each) => each.startsWith('after '));
    const all = [...states.values()];
    expect(used(rows.flatMap((row) => row.if))).toEqual(keys(conditions));
    expect(used(rows.flatMap((row) => row.does))).toEqual(keys(changes, appEffects, emitted));
    expect(used(rows.flatMap(({ says }) => (says === '' ? [] : says)))).toEqual(keys(sentences));
    expect(used(timed.map((each) => each.slice('after '.length)))).toEqual(keys(delays));
    expect(used(all.flatMap(({ input }) => input))).toEqual(keys(inputs));
  });

  test('name only states that exist, and a requirement in each row', () => {
    const named = rows.flatMap((row) => [...row.in, row.to]).filter((path) => !states.has(path));
    expect([...new Set(named)].sort()).toEqual(['', '(root)', 'selection or login']);
    const bare = rows.filter(
      (row) => row.for.length === 0 || row.for.some((id) => !/^R\d+\.\d+$/.test(id)),
    );
    expect(bare.map(({ at }) => at)).toEqual([]);
  });
});
