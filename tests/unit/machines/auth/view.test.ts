import { describe, expect, test } from 'vitest';
import type { Notice } from '#machines/auth/auth.types.ts';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { ACME } from '#machines/auth-cases/fixtures.ts';
import { createAuthModel } from '#tests/model/support/auth-model.ts';

/** Every state of the model, also after each step that leads to it. */
const states = createAuthModel().edges.map(({ nextState }) => nextState);

/** The first snapshot of the model that satisfies a condition. */
function snapshotOf(isMatch: (snapshot: AuthSnapshot) => boolean): AuthSnapshot {
  const state = states.find(({ snapshot }) => isMatch(snapshot));
  if (state === undefined) throw new Error('The model has no such state.');
  return state.snapshot;
}

describe('failedOrganizationId [R6.13]', () => {
  const browsing = snapshotOf((snapshot) =>
    snapshot.matches({ signedOut: { selecting: 'browsing' } }),
  );
  const typing = snapshotOf((snapshot) => snapshot.matches({ signedOut: { selecting: 'typing' } }));
  const listed = { ...ACME, membership: 'member', follows: null } as const;
  const error: Notice = {
    tone: 'error',
    code: 'somethingWentWrong',
    values: {},
    requestId: null,
    remedy: null,
    organizationId: ACME.id,
    isAboutInput: false,
  };

  test.each<
    [string, string | null, { snapshot?: AuthSnapshot } & Partial<AuthSnapshot['context']>]
  >([
    ['an error is about a listed organization', ACME.id, {}],
    ['the list is empty', null, { organizations: [] }],
    ['another is listed', null, { notice: { ...error, organizationId: 'organization-gone' } }],
    ['the notice names none', null, { notice: { ...error, organizationId: null } }],
    ['the notice is not an error', null, { notice: { ...error, tone: 'info' } }],
    ['a name is typed', null, { snapshot: typing }],
  ])('when %s it is %s', (_, id, { snapshot = browsing, ...change }) => {
    const context = { ...snapshot.context, notice: error, organizations: [listed], ...change };
    expect(authView({ ...snapshot, context })).toMatchObject({ failedOrganizationId: id });
  });
});
