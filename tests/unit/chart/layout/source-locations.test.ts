import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sourceLocations } from '#chart/layout/source-locations.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { machineGraph } from '#machines/explore/machine-graph.ts';

const graph = machineGraph(authMachine);
const { guards, actions, actors, delays } = authMachine.implementations;

function lineAt(location: string | undefined): string {
  const [file = '', line] = location?.split(':') ?? [];
  return readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? '';
}

test('every part of the machine has the file and the line where it is written', async () => {
  const locations = await sourceLocations({
    root: process.cwd(),
    config: resolve('chart/chart.config.ts'),
    machineFiles: /\/machines\/auth\//,
  });
  const missing = [
    ...graph.states.map(({ id }) => `state ${id}`),
    ...graph.transitions.map(({ id }) => `transition ${id}`),
    ...Object.keys(guards).map((name) => `guard ${name}`),
    ...Object.keys(actions).map((name) => `action ${name}`),
    ...Object.keys(actors).map((name) => `actor ${name}`),
    ...Object.keys(delays).map((name) => `delay ${name}`),
  ].filter((part) => locations[part] === undefined);
  expect(missing).toEqual([]);
  for (const { id, name } of graph.states) {
    expect(lineAt(locations[`state ${id}`])).toMatch(
      new RegExp(`\\b${name}: \\{|= authSetup\\.createStateConfig\\(\\{|\\.createMachine\\(\\{`),
    );
  }
  for (const [kind, named] of Object.entries({ guard: guards, action: actions })) {
    for (const name of Object.keys(named)) {
      expect(lineAt(locations[`${kind} ${name}`])).toMatch(new RegExp(`\\b${name}\\b`));
    }
  }
  const shared = locations['transition signedOut.exchanging | xstate.done.actor.exchange | 0'];
  expect(shared).toMatch(/^machines\/auth\/states\/shared-transitions\.ts:\d+$/);
  expect(lineAt(shared)).toBe('export const identityOutcome = {');
});
