import { describe, expect, test } from 'vitest';
import type { Notice } from '#machines/auth/auth.types.ts';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { ACME } from '#machines/auth-cases/fixtures.ts';
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
