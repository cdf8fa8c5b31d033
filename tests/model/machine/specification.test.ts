import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign } from 'xstate';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { changes } from '../specification/changes.ts';
import { conditions } from '../specification/conditions.ts';
import { appEffects, delays, emitted, inputs } from '../specification/effects.ts';
import { explore, firstProblem } from '../specification/explore.ts';
import { sentences } from '../specification/sentences.ts';
import { IGNORE, rows, states } from '../specification/table.ts';
import { authStepper } from '../support/paths.ts';

describe('the machine does what the specification says', () => {
  const taken = new Set<string>();

  test('at every start, in every state and on every step from there [R21.3]', {
    timeout: 120_000,
  }, () => {
    const problems: string[] = [];
    for (const verdict of explore(authStepper)) {
      problems.push(...verdict.problems);
      for (const { at } of verdict.rows) taken.add(at);
    }
    expect([...new Set(problems)]).toEqual([]);
  });

  test('and takes every row', () => {
    const untaken = rows.filter(({ at, does }) => !taken.has(at) && !does.includes(IGNORE));
    expect(untaken.map(({ at, on }) => `${at}: ${on}`)).toEqual([]);
  });

  test.each([
    [
      'forgets why it signs out',
      { actions: { setSignOutReason: assign({}) } },
      'the calls must be',
    ],
    ['never warns', { guards: { expiryIsNear: () => false } }, 'does not handle'],
    ['tells nobody', { actions: { tellPerson: assign({}) } }, 'must be'],
    ['waits longer', { delays: { BUSY_TIMEOUT: 15_001 } }, 'the delays must be'],
  ])('unlike a machine that %s', (_, flaw, problem) => {
    const machine: AnyStateMachine = authMachine;
    expect(firstProblem(machine.provide(flaw))).toContain(problem);
  });
});

describe('the tables of the specification', () => {
  test('use only words that exist, and use each of them', () => {
    const keys = (...tables: readonly object[]) => tables.flatMap(Object.keys).sort();
    const used = (words: readonly string[]) => [...new Set(words)].sort();
    const timed = rows.flatMap(({ on }) => on).filter((each) => each.startsWith('after '));
    const all = [...states.values()];
    expect(used(rows.flatMap((row) => row.if))).toEqual(keys(conditions));
    const actions = Object.keys({ [IGNORE]: true, ...changes, ...appEffects, ...emitted }).sort();
    expect(used(rows.flatMap((row) => row.does))).toEqual(actions);
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
