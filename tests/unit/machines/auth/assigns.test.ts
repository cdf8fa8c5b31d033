import { describe, expect, test } from 'vitest';
import * as updates from '#machines/auth/auth.assigns.ts';
import { EMPTY_MEMORY, initialContext } from '#machines/auth/auth.context.ts';
import type { ActorResult } from '#machines/auth/auth.guards.ts';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import {
  ACME,
  DISCOVERY,
  EMAIL,
  failureOf,
  SESSION,
  TYPED_ORGANIZATION,
} from '#machines/explore/fixtures.ts';
import { messages } from '#machines/rules/messages.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;

const context: AuthContext = initialContext({
  memory: { ...EMPTY_MEMORY, emailAddress: EMAIL },
  callback: null,
  linkWasRequestedHere: false,
  session: null,
  hasSessionCookie: false,
  hasIntermediateCookie: false,
  now: () => NOW,
  random: () => 0.5,
});

const discovered: ActorResult = { kind: 'discovered', discovery: DISCOVERY, at: NOW };
const sent: ActorResult = { kind: 'sent', at: NOW };

describe('an action on an answer', () => {
  test.each([
    ['rememberDiscovery', () => updates.rememberDiscovery(context, sent)],
    ['chooseRemembered', () => updates.chooseRemembered(context, sent)],
    ['askForVerification', () => updates.askForVerification(context, sent)],
    ['askForSecondFactor', () => updates.askForSecondFactor(context, sent)],
    ['startSession', () => updates.startSession(sent)],
    ['holdSession', () => updates.holdSession(sent)],
    ['applyRefresh', () => updates.applyRefresh(context, sent)],
    ['awaitOtherTab', () => updates.awaitOtherTab(context, sent)],
    ['awaitRetry', () => updates.awaitRetry(context, sent)],
    ['rememberSent, a code', () => updates.rememberSent(context, discovered, 'code')],
    ['rememberSent, a link', () => updates.rememberSent(context, discovered, 'link')],
  ])('%s changes nothing when the answer is of another kind', (_, update) => {
    expect(update()).toEqual({});
  });

  test('nothing was sent to nobody', () => {
    const nobody = { ...context, emailAddress: null };
    expect(updates.rememberSent(nobody, sent, 'code')).toEqual({});
    expect(updates.rememberSent(nobody, sent, 'link')).toEqual({});
  });

  test('an answer that nobody expected is told as a failure without a reason [R15.1]', () => {
    const notice = { tone: 'error', text: messages.somethingWentWrong };
    expect(updates.explainResult(sent).notice).toMatchObject(notice);
    expect(updates.explainSwitch(sent).notice).toMatchObject({
      text: messages.switchFailed(messages.somethingWentWrong),
    });
    expect(updates.explainCreation(context, sent).notice).toMatchObject({
      text: messages.creationFailed(messages.somethingWentWrong),
    });
  });

  test('a refusal is told with its number, wherever it is told', () => {
    const refused = failureOf('other');
    const { requestId } = refused;
    expect(updates.explainResult(refused).notice?.requestId).toBe(requestId);
    expect(updates.explainSwitch(refused).notice?.requestId).toBe(requestId);
    expect(updates.explainCreation(context, refused).notice?.requestId).toBe(requestId);
  });
});

describe('the remembered choice, once the list is known', () => {
  test.each([
    ['nothing', null, null],
    ['an existing one', ACME, ACME],
    ['the typed name of a listed one', { id: 'org-acme', slug: 'acme', name: 'acme' }, ACME],
    ['the typed name of one that is not listed', TYPED_ORGANIZATION, null],
  ] as const)('%s', (_, selectedOrganization, chosen) => {
    const change = updates.chooseRemembered({ ...context, selectedOrganization }, discovered);
    expect(change).toEqual({ selectedOrganization: chosen });
  });
});

describe('a creation that failed', () => {
  test('hands back the name of what was to be created, or else what was typed', () => {
    const typed = { ...context, typedName: 'typed' };
    expect(updates.explainCreationWith(typed, 'No.').typedName).toBe('typed');
    const chosen = { ...typed, selectedOrganization: TYPED_ORGANIZATION };
    expect(updates.explainCreationWith(chosen, 'No.').typedName).toBe(TYPED_ORGANIZATION.name);
  });
});

describe('a refresh', () => {
  const refreshed = (left: number): ActorResult => ({
    kind: 'refreshed',
    session: { ...SESSION, expiresAt: NOW + left },
    at: NOW,
  });
  const said = { tone: 'info', text: 'Said before.', requestId: null, remedy: null } as const;

  test('that succeeds forgets the outage before it', () => {
    const outage = {
      ...context,
      refreshAttempt: 3,
      retryInMs: 16_000,
      connection: 'down',
      refreshMode: 'urgent',
    } as const;
    expect(updates.applyRefresh(outage, refreshed(60 * MINUTE))).toMatchObject({
      refreshAttempt: 0,
      retryInMs: 0,
      connection: 'up',
      refreshMode: 'scheduled',
    });
  });

  test.each([
    [true, 5 * MINUTE, true],
    [true, 5 * MINUTE + 1, false],
    [false, 5 * MINUTE, false],
  ])('warned is %s, %i ms are left: still warned is %s', (expiryWarned, left, still) => {
    const change = updates.applyRefresh({ ...context, expiryWarned }, refreshed(left));
    expect(change.expiryWarned).toBe(still);
  });

  test.each(['scheduled', 'urgent', 'extend'] as const)('%s says what was asked for', (mode) => {
    const asked = { ...context, refreshMode: mode, notice: said };
    const renewed = updates.applyRefresh(asked, refreshed(60 * MINUTE)).notice;
    const failed = updates.awaitRetryWithoutResult(asked).notice;
    if (mode === 'extend') {
      expect(renewed).toMatchObject({ tone: 'success', text: messages.sessionRenewed });
      expect(failed).toMatchObject({ tone: 'error', text: messages.renewalFailed });
    } else {
      expect(renewed).toBe(said);
      expect(failed).toBe(said);
    }
  });

  test.each([
    [0, 4_000],
    [1, 8_000],
    [2, 16_000],
    [6, 256_000],
    [7, 256_000],
  ])('without an answer after %i failures waits about %i ms [R11.4]', (refreshAttempt, wait) => {
    expect(updates.awaitRetryWithoutResult({ ...context, refreshAttempt })).toMatchObject({
      refreshAttempt: refreshAttempt + 1,
      retryInMs: wait,
      connection: 'down',
      refreshMode: 'scheduled',
    });
  });
});
