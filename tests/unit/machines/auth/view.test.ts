import { describe, expect, test } from 'vitest';
import type { Notice } from '#machines/auth/auth.types.ts';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { ACME, stepUpFor } from '#machines/auth-cases/fixtures.ts';
import { expectedScreens } from '#tests/model/specification/table.ts';
import { createAuthModel } from '#tests/model/support/auth-model.ts';

/** Every state of the model, also after each step that leads to it. */
const states = createAuthModel()
  .edges()
  .map(({ nextState }) => nextState);

/** The first snapshot of the model that satisfies a condition. */
function snapshotOf(isMatch: (snapshot: AuthSnapshot) => boolean): AuthSnapshot {
  const state = states.find(({ snapshot }) => isMatch(snapshot));
  if (state === undefined) throw new Error('The model has no such state.');
  return state.snapshot;
}

describe('authView, for every state of the model', () => {
  test('returns exactly the expected screens of each state', () => {
    const screensByLeaf = new Map<string, Set<string>>();
    for (const { snapshot, path } of states) {
      const { screen } = authView(snapshot);
      for (const leaf of path.split(' ')) {
        screensByLeaf.set(leaf, (screensByLeaf.get(leaf) ?? new Set()).add(screen));
      }
    }
    const actual = [...screensByLeaf].map(([leaf, screens]) => [leaf, [...screens].sort()]);
    const expected = Object.entries(expectedScreens).map(([leaf, all]) => [leaf, [...all].sort()]);
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  });
});

describe('authView, with context of another step', () => {
  test.each([
    [
      'ignores a step-up while the organizations are read',
      { signedOut: 'discovering' },
      'selection',
    ],
    ['ignores a step-up while a token is redeemed', { signedOut: 'redeeming' }, 'selection'],
  ] as const)('%s', (_, state, screen) => {
    const snapshot = snapshotOf((candidate) => candidate.matches(state));
    const stepUp = stepUpFor(ACME, 'email_otp');
    const late = { ...snapshot, context: { ...snapshot.context, stepUp } };
    expect(authView(late).screen).toBe(screen);
  });

  test('no organization is busy while the list is browsed, even if one is selected', () => {
    const snapshot = snapshotOf((candidate) =>
      candidate.matches({ signedOut: { selecting: 'browsing' } }),
    );
    const chosen = { ...snapshot.context, selectedOrganization: ACME };
    expect(authView({ ...snapshot, context: chosen })).toMatchObject({ busy: null });
  });

  test('no organization is busy during an exchange without a selected organization', () => {
    const snapshot = snapshotOf(
      (candidate) =>
        candidate.matches({ signedOut: 'exchanging' }) && candidate.context.stepUp === null,
    );
    const incomplete = { ...snapshot.context, selectedOrganization: null };
    expect(authView({ ...snapshot, context: incomplete })).toMatchObject({ busy: null });
  });
});

describe('statePath', () => {
  test.each([
    ['resuming', 'resuming'],
    [{ signedOut: { selecting: 'browsing' } }, 'signedOut.selecting.browsing'],
    [
      { signedOut: { stepUp: { otp: 'idle', magicLink: 'sending' } } },
      'signedOut.stepUp.otp.idle signedOut.stepUp.magicLink.sending',
    ],
  ] as const)('of %j is %s', (value, path) => {
    expect(statePath(value)).toBe(path);
  });
});

describe('failedOrganizationId [R6.13]', () => {
  const browsing = snapshotOf((snapshot) =>
    snapshot.matches({ signedOut: { selecting: 'browsing' } }),
  );
  const typing = snapshotOf((snapshot) => snapshot.matches({ signedOut: { selecting: 'typing' } }));
  const listed = { ...ACME, membership: 'member', follows: null } as const;
  const error: Notice = {
    tone: 'error',
    text: 'It failed.',
    requestId: null,
    remedy: null,
    organizationId: ACME.id,
    isAboutInput: false,
  };

  test.each([
    { when: 'an error is about a listed organization', id: ACME.id },
    { when: 'the list is empty', organizations: [], id: null },
    {
      when: 'another organization is listed',
      notice: { ...error, organizationId: 'organization-gone' },
      id: null,
    },
    { when: 'the notice names none', notice: { ...error, organizationId: null }, id: null },
    { when: 'the notice is not an error', notice: { ...error, tone: 'info' as const }, id: null },
    { when: 'a name is typed', snapshot: typing, id: null },
  ])(
    'is $id when $when',
    ({ snapshot = browsing, notice = error, organizations = [listed], id }) => {
      const context = { ...snapshot.context, notice, organizations };
      expect(authView({ ...snapshot, context })).toMatchObject({ failedOrganizationId: id });
    },
  );
});
