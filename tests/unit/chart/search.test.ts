// @vitest-environment happy-dom
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildConfig } from '#chart/chart.config.ts';
import { delaysOf, recordAssigns } from '#chart/layout/observe-walks.ts';
import { machineSources } from '#chart/layout/source-locations.ts';
import type { PartData } from '#chart/model/catalogue.ts';
import { NO_DETAILS } from '#chart/model/packed-chart.ts';
import { createSearch, markedBy } from '#chart/page/panels/panels.tsx';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { keyWithTimers, shortestPaths } from '#statechart/explore/shortest-paths.ts';

const graph = machineGraph(authMachine);
let data: PartData;

beforeAll(async () => {
  const stepper = createAuthStepper();
  const assigns = recordAssigns(stepper);
  const { paths } = shortestPaths(stepper, { key: keyWithTimers });
  const { texts } = await machineSources({
    root: process.cwd(),
    config: resolve('chart/chart.config.ts'),
    machineFiles: /\/machines\/auth\//,
    eventTypes: buildConfig.eventTypes,
  });
  const synonyms = buildConfig.synonyms?.map((words) => words.split(' ')) ?? [];
  const observed = { assigns: assigns(), delays: delaysOf(paths) };
  data = { details: { ...NO_DETAILS, ...observed, texts, synonyms } };
}, 60_000);

/** What a query finds, by kind and name, the best first. */
function find(query: string): readonly string[] {
  return createSearch(graph, data)(query).map(({ kind, name }) => `${kind} ${name}`);
}

/** The transitions that answer a question. */
function answer(question: string): readonly string[] {
  return markedBy(graph, data, `question ${question}`);
}

describe('an exact hit is first', () => {
  const exact: Readonly<Record<string, string>> = {
    exchanging: 'state signedOut.exchanging',
    'signedOut.stepUp.otp.idle': 'state signedOut.stepUp.otp.idle',
    'signedout.stepup': 'state signedOut.stepUp',
    stepUp: 'state signedOut.stepUp',
    'step up': 'state signedOut.stepUp',
    'second factor': 'state signedOut.secondFactor',
    'network.online': 'event network.online',
    'Who handles network.online?': 'event network.online',
    'sign out': 'event signOut',
    'how does a member sign out': 'event signOut',
    'log out': 'event signOut',
    'how do I switch the organization': 'event organization.switch',
    'from which states can a person go back': 'event back',
    back: 'event back',
    create: 'actor create',
    'verify code': 'event code.verify',
    mayCreate: 'guard mayCreate',
    maycreate: 'guard mayCreate',
    clearSteps: 'action clearSteps',
    BUSY_TIMEOUT: 'delay BUSY_TIMEOUT',
    'busy timeout': 'delay BUSY_TIMEOUT',
    'what resets stepUp': 'field stepUp',
    lastOrganization: 'field lastOrganization',
  };
  test.each(Object.entries(exact))('%s', (query, first) => {
    expect(find(query)[0]).toBe(first);
  });

  test('before its transitions, which are next', () => {
    expect(find('network.online').slice(0, 2)).toEqual([
      'event network.online',
      'question network.online',
    ]);
    expect(find('idle').slice(0, 4)).toEqual([
      'state signedOut.default.idle',
      'state signedOut.stepUp.otp.idle',
      'state signedOut.stepUp.magicLink.idle',
      'question idle',
    ]);
  });

  test('while it is typed, too', () => {
    expect(find('exchan')[0]).toBe('state signedOut.exchanging');
    expect(find('network.on')[0]).toBe('event network.online');
  });
});

test('the search of a time-out shows its transition and its delay', () => {
  for (const query of ['time-out of exchanging', 'what follows after the time-out of exchanging']) {
    const [first] = createSearch(graph, data)(query);
    expect(first).toMatchObject({
      kind: 'question',
      detail: 'signedOut.exchanging after BUSY_TIMEOUT (15 s) → signedOut.selecting',
    });
    expect(answer(query)).toEqual(['signedOut.exchanging | xstate.after.BUSY_TIMEOUT | 0']);
  }
});

describe('the transitions of a question', () => {
  const gone = [
    ...[0, 1, 2].map((index) => `signedOut.confirmingIdentity | session.gone | ${index}`),
    'signedOut.secondFactor.savingCodes | session.gone | 0',
    'signedIn | session.gone | 0',
  ];
  const rejected = [
    'signedOut.stepUp.otp.verifying | xstate.done.actor.verifyCode | 2',
    'signedOut.secondFactor.verifying.checking | xstate.done.actor.verifyFactor | 5',
    'signedOut.secondFactor.recovering.checking | xstate.done.actor.recover | 5',
    'signedOut.secondFactor.enrolling.checking | xstate.done.actor.enrolFactor | 3',
  ];
  /** The first transitions of the answer. */
  const answers: Readonly<Record<string, readonly string[]>> = {
    'which states lose a session to another tab': gone,
    'what happens when two tabs refresh at once': [
      'signedIn.refreshing.attempting | xstate.done.actor.refresh | 2',
    ],
    'what happens when a wrong code is typed': rejected,
    'what must hold for a creation': [
      'signedOut.redeeming | xstate.done.actor.redeem | 2',
      'signedOut.selecting.typing | organization.submit | 3',
      'signedOut.creating | xstate.done.actor.create | 4',
    ],
    'what happens offline': [
      'signedIn.authenticated | network.online | 0',
      'signedIn.refreshing.waiting | network.online | 0',
      'signedIn.refreshing.attempting | xstate.done.actor.refresh | 3',
    ],
    'when does the session refresh': [
      'restoring | always | 1',
      'restoring | always | 2',
      'signedIn.authenticated | always | 1',
      'signedIn.authenticated | network.online | 0',
      'signedIn.authenticated | page.visible | 0',
      'signedIn.authenticated | session.extend | 0',
      'signedIn.authenticated | xstate.after.REFRESH_DUE | 0',
    ],
    'what happens when the session expires': gone.slice(0, 3),
    'how long is a code valid': [
      'signedOut.stepUp.otp.awaitingCode | xstate.after.CODE_EXPIRY | 0',
    ],
    'how often can a code be sent': [
      'signedOut.stepUp.otp.idle | code.send | 1',
      'signedOut.stepUp.otp.awaitingCode | code.send | 1',
    ],
    'what happens when the code expires': [
      'signedOut.stepUp.otp.awaitingCode | xstate.after.CODE_EXPIRY | 0',
    ],
    'what happens when Google is cancelled': ['restoring | always | 4'],
    'what happens when the link is opened in another browser': ['restoring | always | 5'],
    'how does impersonation end': ['(root) | impersonation.stop | 0'],
    'what happens when the exchange fails': [
      'signedOut.exchanging | xstate.error.actor.exchange | 0',
      'signedOut.exchanging | xstate.after.BUSY_TIMEOUT | 0',
      'signedOut.exchanging | xstate.done.actor.exchange | 5',
      'signedOut.exchanging | xstate.done.actor.exchange | 6',
    ],
    'can an impersonator create an organization': [
      'signedOut.selecting.browsing | organization.type | 0',
      'signedIn | organization.create | 1',
    ],
  };
  test.each(Object.entries(answers))('%s', (question, first) => {
    expect(find(question)[0]).toBe(`question ${question}`);
    expect(answer(question).slice(0, first.length)).toEqual(first);
  });
});

describe('a few words that very many transitions have lead to the part that they are about', () => {
  test.each([
    ['another tab signs out', 'event session.gone'],
    ['session lost other window', 'event session.gone'],
    ['two tabs refresh', 'state signedIn.refreshing.attempting'],
    ['resend', 'state signedOut.stepUp.otp.sending'],
    ['different browser', 'guard callbackWasNotAskedFor'],
  ])('%s', (query, first) => {
    expect(find(query)[0]).toBe(first);
    expect(find(query)).toContain(`question ${query}`);
  });
});

test('a part that the query names is found, also when others have more of its words', () => {
  expect(find('session refresh fails')).toContain('actor refresh');
  expect(find('session refresh fails')[0]).toMatch(/^question/);
});

test('the state that a question asks for by "where" is before many transitions', () => {
  expect(find('where are recovery codes shown').slice(0, 2)).toEqual([
    'state signedOut.secondFactor.savingCodes',
    'question where are recovery codes shown',
  ]);
});

describe('a question whose words match only weakly', () => {
  test('has no answer when the machine knows only half of its words', () => {
    expect(find('what happens when the password is wrong')).toEqual([]);
    expect(find('when does the invoice arrive')).toEqual([]);
  });

  test('has an answer after the parts that have all words, which says what it lacks', () => {
    const [first] = createSearch(graph, data)('what happens when three tabs refresh');
    expect(first?.detail).toMatch(/without: three$/);
    expect(find('when is an expired xyzzy code sent')[0]).toMatch(/^question/);
  });

  test('has no answer of transitions that each have other words', () => {
    // No transition has both: the answer has one of them, and says that it lacks the other.
    const [found] = createSearch(graph, data)('impersonation recovery code');
    expect(found?.detail).toMatch(/without: impersonation$/);
  });
});
