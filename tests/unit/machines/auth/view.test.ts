import { describe, expect, test } from 'vitest';
import type { Notice } from '#machines/auth/auth.types.ts';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { ACME } from '#machines/auth-cases/fixtures.ts';
import { authStepper } from '#tests/model/support/auth-model.ts';

describe('failedOrganizationId [R6.13]', () => {
  const list = authStepper.start('reload in selection');
  const browsing = list.snapshot;
  const typing = authStepper.step(list, { type: 'organization.type', case: 'pressed' }).snapshot;
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
