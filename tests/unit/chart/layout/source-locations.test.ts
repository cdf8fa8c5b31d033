import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildConfig } from '#chart/chart.config.ts';
import { machineSources } from '#chart/layout/source-locations.ts';
import { declarationsOf, parseFile, writtenText } from '#chart/layout/written-code.ts';
import type { Details } from '#chart/model/chart.types.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';

const graph = machineGraph(authMachine);
const { guards, actions, actors, delays } = authMachine.implementations;

let sources: Details['sources'];
let texts: Details['texts'];

beforeAll(async () => {
  ({ sources, texts } = await machineSources({
    root: process.cwd(),
    config: resolve('chart/chart.config.ts'),
    machineFiles: /\/machines\/auth\//,
    eventTypes: buildConfig.eventTypes,
  }));
});

function lineAt(location: string | undefined): string {
  const [file = '', line] = location?.split(':') ?? [];
  return readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? '';
}

test('every part of the machine has the file and the line where it is written', () => {
  const missing = [
    ...graph.states.map(({ id }) => `state ${id}`),
    ...graph.transitions.map(({ id }) => `transition ${id}`),
    ...Object.keys(guards).map((name) => `guard ${name}`),
    ...Object.keys(actions).map((name) => `action ${name}`),
    ...Object.keys(actors).map((name) => `actor ${name}`),
    ...Object.keys(delays).map((name) => `delay ${name}`),
  ].filter((part) => sources[part] === undefined);
  expect(missing).toEqual([]);
  for (const { id, name } of graph.states) {
    expect(lineAt(sources[`state ${id}`])).toMatch(
      new RegExp(`\\b${name}: \\{|= authSetup\\.createStateConfig\\(\\{|\\.createMachine\\(\\{`),
    );
  }
  for (const [kind, named] of Object.entries({ guard: guards, action: actions })) {
    for (const name of Object.keys(named)) {
      expect(lineAt(sources[`${kind} ${name}`])).toMatch(new RegExp(`\\b${name}\\b`));
    }
  }
  const shared = sources['transition signedOut.exchanging | xstate.done.actor.exchange | 0'];
  expect(shared).toMatch(/^machines\/auth\/states\/shared-transitions\.ts:\d+$/);
  expect(lineAt(shared)).toBe('export const identityOutcome = {');
});

test('a guard has its condition, its comment and its code', () => {
  expect(texts['guard mayCreate']).toMatchObject({
    name: 'mayCreate',
    comment: 'The project lets people create organizations, and nobody impersonates the member.',
    condition: 'project.createOrganizationEnabled && session?.impersonated !== true',
  });
  expect(texts['guard mayCreate']?.code).toContain('project.createOrganizationEnabled');
  expect(texts['guard pendingCanBeConfirmedAs']?.comment).toMatch(/^A question that cannot name/);
  const withoutCode = Object.keys({ ...guards }).filter((name) => !texts[`guard ${name}`]?.code);
  expect(withoutCode).toEqual([]);
});

test('the heading of a section of a file is no comment of what is below it', () => {
  const file = parseFile('a.ts', '// Start\nconst a = 1;\n// A sentence.\nconst b = 1;');
  const comments = declarationsOf(file).map(
    (each) => writtenText(each, () => undefined).text.comment,
  );
  expect(comments).toEqual(['', 'A sentence.']);
});

test('every event and every guard has a description in words', () => {
  const events = graph.transitions.filter(({ kind }) => kind === 'event');
  const parts = [
    ...events.map(({ label }) => `event ${label}`),
    ...Object.keys(guards).map((name) => `guard ${name}`),
  ];
  expect(parts.filter((part) => !texts[part]?.comment)).toEqual([]);
  expect(texts['event session.gone']).toMatchObject({
    comment: expect.stringMatching(/^The session is lost/),
    code: "{ type: 'session.gone'; reason: 'expired' | 'elsewhere' }",
  });
  expect(lineAt(sources['event session.gone'])).toContain("{ type: 'session.gone'");
});

test('a guard has the functions that it calls, directly or through others, and the comment of an only one', () => {
  const { comment, condition, calls = [] } = texts['guard isAnotherPerson'] ?? {};
  expect(comment).toMatch(/^Whether a result belongs to another person/);
  expect(condition).toBe('');
  const called = calls.map((location) => texts[location]?.name);
  expect(called).toEqual(expect.arrayContaining(['isListOfAnotherPerson', 'isSameEmail']));
  expect(texts['guard typedIsUnusable']?.calls.map((location) => texts[location]?.name)).toEqual(
    expect.arrayContaining(['typedOrganization', 'creationProblem']),
  );
});

test('an action has what it sets each part of the context to, also by the functions that it calls', () => {
  const set = (action: string) => texts[`action ${action}`]?.assigns;
  expect(set('askForVerification')?.stepUp).toBe('{ ...result.stepUp, emailAddress }');
  expect(set('clearSteps')).toEqual({
    stepUp: 'null',
    secondFactor: 'null',
    isPersonUnknown: 'hasUnknownPerson(context)',
    callback: 'null',
    returnTo: 'null',
    memberships: 'null',
  });
  // One of the results that it may accept.
  expect(set('acceptIdentity')?.stepUp).toContain('{ ...result.stepUp, emailAddress }');
  // By signedOutContext(), which spreads a constant.
  expect(set('clearSignIn')?.stepUp).toBe('null');
});
