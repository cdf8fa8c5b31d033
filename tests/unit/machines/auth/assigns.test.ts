import { describe, expect, test } from 'vitest';
import * as assigns from '#machines/auth/auth.assigns.ts';
import { initialContext, NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { ActorResult, AuthContext } from '#machines/auth/auth.types.ts';
import {
  ACME,
  BIRCH,
  DISCOVERY,
  EMAIL,
  failureOf,
  NEW_INTERMEDIATE,
  SESSION,
  STORED_INTERMEDIATE,
  secondFactorFor,
  TYPED_ORGANIZATION,
} from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';
import { messages, nameInSentence } from '#machines/rules/messages.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;

const context: AuthContext = initialContext({
  ...NEW_TAB,
  storedSignIn: { ...NO_STORED_SIGN_IN, emailAddress: EMAIL },
  now: () => NOW,
  random: () => 0.5,
});

const discovered: ActorResult = {
  kind: 'discovered',
  discovery: DISCOVERY,
  intermediateDigest: NEW_INTERMEDIATE,
  at: NOW,
};
const sent: ActorResult = { kind: 'sent', at: NOW };

describe('an assign function on a result', () => {
  test.each([
    ['rememberDiscovery', () => assigns.rememberDiscovery({ context }, sent)],
    ['chooseRemembered', () => assigns.chooseRemembered({ context }, sent)],
    ['askForVerification', () => assigns.askForVerification({ context }, sent)],
    ['askForSecondFactor', () => assigns.askForSecondFactor({ context }, sent)],
    ['startSession', () => assigns.startSession({ context }, sent)],
    ['holdSession', () => assigns.holdSession({ context }, sent)],
    ['applyRefresh', () => assigns.applyRefresh({ context }, sent)],
    ['awaitOtherTab', () => assigns.awaitOtherTab({ context }, sent)],
    ['awaitRetry', () => assigns.awaitRetry({ context }, sent)],
    ['rememberCodeSent', () => assigns.rememberCodeSent({ context }, discovered)],
    ['rememberLinkSent', () => assigns.rememberLinkSent({ context }, discovered)],
  ])('%s changes nothing for a result of another kind', (_, update) => {
    expect(update()).toEqual({});
  });

  test.each([
    [null, NOW + 10 * MINUTE],
    [NOW - 1, NOW + 10 * MINUTE],
    [NOW + 4 * MINUTE, NOW + 4 * MINUTE],
  ])(
    'with the deadline %s, a required step ends at %i: the provider keeps the intermediate session [R13.8]',
    (intermediateExpiresAt, deadline) => {
      const before = { ...context, intermediateExpiresAt, intermediateDigest: NEW_INTERMEDIATE };
      const stepUp = { organization: ACME, allowedAuthMethods: [], emailAddress: EMAIL };
      const secondFactor = secondFactorFor('totp');
      const intermediateDigest = NEW_INTERMEDIATE;
      const changes = [
        assigns.askForVerification(
          { context: before },
          { kind: 'primary_required', stepUp, intermediateDigest, at: NOW },
        ),
        assigns.askForSecondFactor(
          { context: before },
          { kind: 'mfa_required', secondFactor, intermediateDigest, at: NOW },
        ),
      ];
      expect(changes.map((change) => change.intermediateExpiresAt)).toEqual([deadline, deadline]);
    },
  );

  test('restarts the deadline for another intermediate session after a required step [R13.8]', () => {
    const before = {
      ...context,
      intermediateExpiresAt: NOW + MINUTE,
      intermediateDigest: STORED_INTERMEDIATE,
    };
    const change = assigns.askForSecondFactor(
      { context: before },
      {
        kind: 'mfa_required',
        secondFactor: secondFactorFor('totp'),
        intermediateDigest: NEW_INTERMEDIATE,
        at: NOW,
      },
    );
    expect(change.intermediateExpiresAt).toBe(NOW + 10 * MINUTE);
  });

  test('records no sending without an address', () => {
    const unknown = { ...context, emailAddress: null };
    expect(assigns.rememberCodeSent({ context: unknown }, sent)).toEqual({});
    expect(assigns.rememberLinkSent({ context: unknown }, sent)).toEqual({});
  });

  test('shows the general sentence for an unexpected result [R15.1]', () => {
    const notice = { tone: 'error', text: messages.somethingWentWrong };
    expect(assigns.explainResult({ context }, sent).notice).toMatchObject(notice);
    const chosen = { ...context, selectedOrganization: ACME };
    expect(assigns.explainResult({ context: chosen }, sent).notice?.organizationId).toBe(ACME.id);
    expect(assigns.explainSwitch({ context }, sent).notice).toMatchObject({
      text: messages.switchFailed(messages.somethingWentWrong, nameInSentence()),
    });
    expect(assigns.explainCreation({ context }, sent).notice).toMatchObject({
      text: messages.creationFailed(messages.somethingWentWrong),
    });
  });

  test('names the organization that a message is about, isolated from its direction [R1.13, R15.2]', () => {
    const failure = { ...failureOf('known'), message: 'Not a member of {organization}.' };
    const textOf = (change: Partial<AuthContext>) =>
      assigns.explainResult({ context: { ...context, ...change } }, failure).notice?.text;
    expect(textOf({ selectedOrganization: ACME, lastOrganization: BIRCH })).toBe(
      'Not a member of \u2068Acme\u2069.',
    );
    expect(textOf({ lastOrganization: { ...BIRCH, name: '$& Co' } })).toBe(
      'Not a member of \u2068$& Co\u2069.',
    );
    expect(textOf({})).toBe('Not a member of \u2068this organization\u2069.');
  });

  test('names the organization that a switch has failed for [R1.13, R11.13]', () => {
    const switching = { ...context, memberships: [ACME, BIRCH], switchTo: BIRCH.id };
    expect(assigns.explainSwitch({ context: switching }, failureOf('known')).notice?.text).toBe(
      'We could not switch to \u2068Birch\u2069. The provider said no: known.',
    );
    const gone = { ...switching, switchTo: 'organization-gone' };
    expect(assigns.explainSwitch({ context: gone }, failureOf('known')).notice?.text).toBe(
      'We could not switch to \u2068this organization\u2069. The provider said no: known.',
    );
  });

  test('shows a failure with its request id', () => {
    const failure = failureOf('other');
    const { requestId } = failure;
    expect(assigns.explainResult({ context }, failure).notice?.requestId).toBe(requestId);
    expect(assigns.explainSwitch({ context }, failure).notice?.requestId).toBe(requestId);
    expect(assigns.explainCreation({ context }, failure).notice?.requestId).toBe(requestId);
  });
});

describe('chooseRemembered, after discovery', () => {
  test.each([
    ['keeps no selection', null, null],
    ['keeps an existing organization', ACME, ACME],
    [
      'replaces a typed name by the listed organization',
      { id: 'org-acme', slug: 'acme', name: 'acme' },
      ACME,
    ],
    ['clears a typed name that is not listed', TYPED_ORGANIZATION, null],
  ] as const)('%s', (_, selectedOrganization, chosen) => {
    const change = assigns.chooseRemembered(
      { context: { ...context, selectedOrganization } },
      discovered,
    );
    expect(change).toEqual({ selectedOrganization: chosen });
  });
});

describe('a granted session [R6.22]', () => {
  const granted = { kind: 'authenticated', session: SESSION, at: NOW } as const;
  const joined = { tone: 'success', text: messages.organizationJoined(nameInSentence('Acme')) };
  const invited = { ...ACME, membership: 'invited' } as const;

  test('says that the person has joined, also from the menu, and nothing to a member', () => {
    const noticeIn = (change: Partial<AuthContext>) =>
      assigns.startSession({ context: { ...context, ...change } }, granted).notice;
    expect(noticeIn({ organizations: [invited] })).toMatchObject(joined);
    expect(noticeIn({ memberships: [invited] })).toMatchObject(joined);
    expect(noticeIn({ organizations: [ACME] })).toBeNull();
    expect(noticeIn({})).toBeNull();
  });
});

describe('a failed creation', () => {
  test('shows at the field what is wrong with the name [R15.12]', () => {
    const { notice } = assigns.explainCreation({ context }, failureOf('input'));
    expect(notice).toMatchObject({ tone: 'error', isAboutInput: true });
  });

  test('returns the name of the organization, or else what was typed', () => {
    const typed = { ...context, typedName: 'typed' };
    expect(assigns.explainCreationTimeout({ context: typed }).typedName).toBe('typed');
    const chosen = { ...typed, selectedOrganization: TYPED_ORGANIZATION };
    expect(assigns.explainCreationTimeout({ context: chosen }).typedName).toBe(
      TYPED_ORGANIZATION.name,
    );
  });
});

test('only a sign-out to create an organization goes on with its name [R6.19]', () => {
  const typed = { ...context, typedName: 'New Team' };
  const chosenAfter = (reason: 'creation' | 'requested') =>
    assigns.endSession({ context: typed }, reason).selectedOrganization;
  expect(chosenAfter('creation')).toMatchObject({ name: 'New Team' });
  expect(chosenAfter('requested')).toBeNull();
});

describe('a held request', () => {
  const list = { type: 'organization.list' } as const;
  const change = { type: 'organization.switch', id: ACME.id } as const;
  const extend = { type: 'session.extend' } as const;
  const hold = (...requests: readonly (typeof list | typeof change | typeof extend)[]) => {
    let current: AuthContext = context;
    for (const request of requests) {
      current = { ...current, ...assigns.holdRequest({ context: current }, request) };
    }
    return current;
  };

  test('of the menu replaces an older one of the menu, and no renewal', () => {
    expect(hold(change, extend, list).heldRequests).toEqual([extend, list]);
    expect(hold(list, extend, change).heldRequests).toEqual([extend, change]);
    expect(hold(list, extend, extend).heldRequests).toEqual([list, extend]);
  });

  test('is dropped by its type', () => {
    const released = assigns.releaseRequest({ context: hold(extend, list) }, 'session.extend');
    expect(released.heldRequests).toEqual([list]);
  });

  test('names the organization of a held switch', () => {
    expect(assigns.switchToHeld({ context: hold(change) }).switchTo).toBe(ACME.id);
    expect(assigns.switchToHeld({ context: hold(list) }).switchTo).toBeNull();
    expect(assigns.switchToHeld({ context: hold(extend, change) }).switchTo).toBe(ACME.id);
  });
});

describe('a refresh', () => {
  const refreshed = (left: number): ActorResult => ({
    kind: 'refreshed',
    session: { ...SESSION, expiresAt: NOW + left },
    at: NOW,
  });
  const earlier = {
    tone: 'info',
    text: 'An earlier notice.',
    requestId: null,
    remedy: null,
    organizationId: null,
    isAboutInput: false,
  } as const;

  test('that succeeds resets the retries of an outage', () => {
    const outage = {
      ...context,
      refreshAttempt: 3,
      retryInMs: 16_000,
      connection: 'down',
      refreshMode: 'urgent',
    } as const;
    expect(assigns.applyRefresh({ context: outage }, refreshed(60 * MINUTE))).toMatchObject({
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
  ])('expiryWarned %s and %i ms left: expiryWarned %s afterwards', (expiryWarned, left, still) => {
    const change = assigns.applyRefresh({ context: { ...context, expiryWarned } }, refreshed(left));
    expect(change.expiryWarned).toBe(still);
  });

  test.each(['scheduled', 'urgent', 'extend'] as const)(
    'in mode %s shows a notice only if the person requested the refresh',
    (mode) => {
      const asked = { ...context, refreshMode: mode, notice: earlier };
      const renewed = assigns.applyRefresh({ context: asked }, refreshed(60 * MINUTE)).notice;
      const failed = assigns.awaitRetryWithoutResult({ context: asked }).notice;
      if (mode === 'extend') {
        expect(renewed).toMatchObject({ tone: 'success', text: messages.sessionRenewed });
        expect(failed).toMatchObject({ tone: 'error', text: messages.renewalFailed });
      } else {
        expect(renewed).toBe(earlier);
        expect(failed).toBe(earlier);
      }
    },
  );

  test.each([
    [0, 4_000],
    [1, 8_000],
    [2, 16_000],
    [6, 256_000],
    [7, 256_000],
  ])('without a result after %i failures waits about %i ms [R11.4]', (refreshAttempt, wait) => {
    expect(
      assigns.awaitRetryWithoutResult({ context: { ...context, refreshAttempt } }),
    ).toMatchObject({
      refreshAttempt: refreshAttempt + 1,
      retryInMs: wait,
      connection: 'down',
      refreshMode: 'scheduled',
    });
  });
});
