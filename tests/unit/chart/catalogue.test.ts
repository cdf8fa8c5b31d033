import { expect, test } from 'vitest';
import { delaysOf, recordAssigns } from '#chart/layout/observe-walks.ts';
import {
  actionsWithEffect,
  catalogueOf,
  delayText,
  searchParts,
  usageOf,
} from '#chart/model/catalogue.ts';
import { transitionsOf } from '#chart/model/neighbourhood.ts';
import { NO_DETAILS } from '#chart/model/unpacked-chart.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/explore/auth-stepper.ts';
import { machineGraph } from '#machines/explore/machine-graph.ts';
import { keyWithTimers, shortestPaths } from '#machines/explore/shortest-paths.ts';

const graph = machineGraph(authMachine);
const stepper = createAuthStepper();
const assigned = recordAssigns(stepper);
const { paths } = shortestPaths(stepper, { key: keyWithTimers });
const data = { assigns: assigned(), delays: delaysOf(paths), details: NO_DETAILS };
const parts = catalogueOf(graph, data);

/** The names of what a query finds, the best first. */
function find(query: string): string[] {
  return searchParts(parts, query).map(({ kind, name }) => `${kind} ${name}`);
}

function usage(query: string) {
  const [part] = searchParts(parts, query);
  if (part === undefined) throw new Error(`Nothing is found for "${query}".`);
  const { transitions, states } = usageOf(graph, data, part);
  return { transitions: transitions.map(({ id }) => id), states: states.map(({ id }) => id) };
}

test('who handles network.online', () => {
  expect(find('network.online')[0]).toBe('event network.online');
  const { transitions } = usage('network.online');
  expect(transitions.length).toBeGreaterThan(0);
  expect(transitions.every((id) => id.includes('| network.online |'))).toBe(true);
});

test('what resets stepUp', () => {
  expect(find('resets stepUp')).toContain('action clearSteps');
  expect(find('stepUp')).toContain('field stepUp');
  const [field] = parts.filter(({ kind, name }) => kind === 'field' && name === 'stepUp');
  expect(field?.detail).toContain('clearSteps');
  expect(data.assigns.clearSteps).toEqual({
    sets: [],
    resets: ['stepUp', 'secondFactor', 'callback'],
  });
  expect(data.assigns.warnOfExpiry).toEqual({ sets: ['expiryWarned'], resets: [] });
});

test('a part of the context has the actions that set it, and those that reset it to its value at the start', () => {
  expect(actionsWithEffect(data, 'stepUp', 'sets')).toEqual([
    'askForVerification',
    // It takes over a step-up of the other person.
    'acceptIdentity',
  ]);
  const resetting = actionsWithEffect(data, 'stepUp', 'resets');
  expect(resetting).toEqual(
    expect.arrayContaining(['clearSteps', 'resetStepUp', 'clearSignIn', 'askForSecondFactor']),
  );
  expect(resetting).not.toContain('rememberDiscovery');
  // A result without an address leaves that of the context as it is.
  expect(actionsWithEffect(data, 'emailAddress', 'resets')).not.toContain('rememberDiscovery');
  // A connection that is up again is as it was at the start: a value need not be empty to be the first.
  expect(actionsWithEffect(data, 'connection', 'sets')).not.toEqual([]);
  expect(actionsWithEffect(data, 'connection', 'resets')).not.toEqual([]);
});

test('a question is answered by the part that it names: words such as "what" and "who" do not count', () => {
  expect(find('what resets stepUp')[0]).toBe('field stepUp');
  expect(find('Who handles network.online?')[0]).toBe('event network.online');
  // Nothing has all words: what has the most of them.
  expect(find('wrong code')).toContain('event code.verify');
  expect(find('xyzzy plugh')).toEqual([]);
  expect(find('what must hold for a creation?')).toEqual(
    expect.arrayContaining(['state signedOut.creating', 'guard mayCreate']),
  );
  expect(find('what follows after the time-out of exchanging')[0]).toBe(
    'state signedOut.exchanging',
  );
});

test('a guard is found by its comment, and an action by the name without its parameters', () => {
  const texts = {
    'guard mayCreate': {
      name: 'mayCreate',
      comment: 'Whether a person is permitted to make an organization.',
      code: '',
      condition: '',
      calls: [],
      assigns: {},
    },
  };
  const detailed = { ...data, details: { ...NO_DETAILS, texts } };
  expect(
    searchParts(catalogueOf(graph, detailed), 'permitted to make').map(({ name }) => name),
  ).toEqual(['mayCreate']);
  const setSignOutReason = { kind: 'action', name: 'setSignOutReason', detail: '' } as const;
  expect(usageOf(graph, data, setSignOutReason).transitions.length).toBeGreaterThan(0);
});

test('what follows after the time-out of exchanging, and how long it is', () => {
  const { own } = transitionsOf(graph, 'signedOut.exchanging');
  const timeout = own.find(({ kind }) => kind === 'after');
  expect(timeout?.targets).toHaveLength(1);
  expect(delayText(data, timeout?.label ?? '')).toBe('15 s');
});

test('what happens when a wrong code is typed', () => {
  expect(find('rejected code')[0]).toBe('action explainRejectedCode');
  expect(usage('rejected code').transitions.join()).toContain('verifying');
});

test('an actor has the states that invoke it and the transitions of its results', () => {
  const { transitions, states } = usage('actor verifyCode');
  expect(states).toContain('signedOut.stepUp.otp.verifying');
  expect(transitions.length).toBeGreaterThan(0);
});

test('every transition is found by each of its guards and actions', () => {
  const unused = parts
    .filter(({ kind }) => kind === 'guard' || kind === 'action' || kind === 'delay')
    .filter((part) => {
      const { transitions, states } = usageOf(graph, data, part);
      return transitions.length + states.length === 0;
    });
  expect(unused).toEqual([]);
});

test('a state has its own, inherited and incoming transitions', () => {
  const { own, inherited, incoming } = transitionsOf(graph, 'signedOut.stepUp.otp.verifying');
  expect(own.every(({ source }) => source === 'signedOut.stepUp.otp.verifying')).toBe(true);
  expect(inherited.map(({ source }) => source)).toContain('signedOut');
  expect(incoming.map(({ event }) => event)).toContain('code.verify');
  // Nothing finds an empty query.
  expect(searchParts(parts, '  ')).toEqual([]);
});
