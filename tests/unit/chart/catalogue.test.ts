import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildConfig } from '#chart/chart.config.ts';
import { delaysOf, recordAssigns } from '#chart/layout/observe-walks.ts';
import { machineSources } from '#chart/layout/source-locations.ts';
import { actionsWithEffect, catalogueOf, delayText, usageOf } from '#chart/model/catalogue.ts';
import { transitionsOf } from '#chart/model/neighbourhood.ts';
import { NO_DETAILS } from '#chart/model/packed-chart.ts';
import { searchParts } from '#chart/model/search/parts.ts';
import { searchTransitions, transitionsAbout } from '#chart/model/search/transitions.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { keyWithTimers, shortestPaths } from '#statechart/explore/shortest-paths.ts';

const graph = machineGraph(authMachine);
const stepper = createAuthStepper();
const assigned = recordAssigns(stepper);
const { paths } = shortestPaths(stepper, { key: keyWithTimers });
const data = { details: { ...NO_DETAILS, assigns: assigned(), delays: delaysOf(paths) } };
const parts = catalogueOf(graph, data);
let detailed: typeof data;

beforeAll(async () => {
  const sources = await machineSources({
    root: process.cwd(),
    config: resolve('chart/chart.config.ts'),
    machineFiles: /\/machines\/auth\//,
    eventTypes: buildConfig.eventTypes,
  });
  const synonyms = buildConfig.synonyms?.map((words) => words.split(' ')) ?? [];
  detailed = { details: { ...data.details, ...sources, synonyms } };
});

/** The names of what a query finds, the best first. */
function find(query: string): string[] {
  return searchParts(parts, query, data).map(({ part }) => `${part.kind} ${part.name}`);
}

function usage(query: string) {
  const [found] = searchParts(parts, query, data);
  if (found === undefined) throw new Error(`Nothing is found for "${query}".`);
  const { transitions, states } = usageOf(graph, data, found.part);
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
  expect(data.details.assigns.clearSteps).toEqual({
    sets: ['isPersonUnknown'],
    resets: ['stepUp', 'secondFactor', 'returnTo', 'memberships', 'callback'],
  });
  expect(data.details.assigns.warnOfExpiry).toEqual({ sets: ['expiryWarned'], resets: [] });
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
  // Nothing has all words: what has the most of them, if these are more than half.
  expect(find('typed wrong code')).not.toEqual([]);
  expect(find('wrong code')).toEqual([]);
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
  const described = { ...data, details: { ...NO_DETAILS, texts } };
  const found = searchParts(catalogueOf(graph, described), 'permitted to make', described);
  expect(found.map(({ part }) => part.name)).toEqual(['mayCreate']);
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
  expect(searchParts(parts, '  ', data)).toEqual([]);
});

/** What a question finds, by what the transitions have to do with it. */
function answers(query: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    searchTransitions(graph, detailed, query).groups.map(({ aspect, transitions }) => [
      aspect,
      transitions.map(({ id }) => id),
    ]),
  );
}

test('a question finds every transition that it is about, those that lead there first', () => {
  const { target = [], guard = [] } = answers('What must hold for a creation?');
  expect(target).toEqual([
    'signedOut.redeeming | xstate.done.actor.redeem | 2',
    'signedOut.selecting.typing | organization.submit | 3',
    'signedOut.creating | xstate.done.actor.create | 4',
  ]);
  expect(guard).toContain('signedOut.selecting.browsing | organization.type | 0');
  expect(answers('create').target).toEqual(target);
  expect(answers('what must hold for creating to start').target).toEqual(target);
});

test('an answer names the words of its question that it does not contain', () => {
  const leftOut = (query: string) => searchTransitions(graph, detailed, query).leftOut;
  expect(leftOut('which states lose a session to another tab')).toEqual([]);
  expect(leftOut('create an organization without a xyzzy')).toEqual(['xyzzy']);
});

test('a question finds words of the field in the descriptions of events, guards and actions, and synonyms', () => {
  const lost = ['which states lose a session to another tab', 'session lost other window'];
  for (const query of lost) {
    expect(answers(query).cause).toEqual([
      ...[0, 1, 2].map((index) => `signedOut.confirmingIdentity | session.gone | ${index}`),
      'signedOut.secondFactor.savingCodes | session.gone | 0',
      'signedIn | session.gone | 0',
    ]);
  }
  expect(answers('what happens when a wrong code is typed')).toEqual({
    action: [
      'signedOut.stepUp.otp.verifying | xstate.done.actor.verifyCode | 2',
      'signedOut.secondFactor.verifying.checking | xstate.done.actor.verifyFactor | 5',
      'signedOut.secondFactor.recovering.checking | xstate.done.actor.recover | 5',
      'signedOut.secondFactor.enrolling.checking | xstate.done.actor.enrolFactor | 3',
    ],
  });
  // A synonym begins a word: "ends" is not in "sends".
  expect(JSON.stringify(answers('lost'))).not.toContain('code.send');
  expect(answers('xyzzy')).toEqual({});
  expect(answers('')).toEqual({});
});

test('a panel is about the transitions of a part of the machine, or about those that answer a question', () => {
  const about = (text: string) => transitionsAbout(graph, detailed, text).map(({ id }) => id);
  expect(about('event network.online')).toEqual(usage('network.online').transitions);
  const { cause = [] } = answers('session lost other tab');
  expect(about('question session lost other tab').slice(0, 5)).toEqual(cause);
  expect(about('event nothing')).toEqual([]);
});
