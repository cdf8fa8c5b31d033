import { describe, expect, test } from 'vitest';
import type { Notice } from '#machines/auth/auth.types.ts';
import { type AuthSnapshot, authView, statePath } from '#machines/auth/auth.view.ts';
import { ACME, stepUpFor } from '#machines/explore/fixtures.ts';
import { valueText } from '#tests/model/machine/behaviour.ts';
import { expectedScreens } from '#tests/model/support/expected-screens.ts';
import { authStepper, shortestPathsByInput } from '#tests/model/support/paths.ts';

/** Every state of the model, also after each step that leads to it. */
const states = shortestPathsByInput().flatMap(({ paths }) => paths.map(({ state }) => state));

/** The first state of the model that is like this. */
function snapshotOf(takes: (snapshot: AuthSnapshot) => boolean): AuthSnapshot {
  const state = states.find(({ snapshot }) => takes(snapshot));
  if (state === undefined) throw new Error('The model has no such state.');
  return state.snapshot;
}

describe('what is shown of every state of the model', () => {
  test('is what was reviewed [R21.4]', async () => {
    const lines = states.map((state) => {
      const { notice: _, ...view } = { notice: null, ...authStepper.readAt(state, authView) };
      return `${state.path}\n  ${valueText(view, state.now)}`;
    });
    const text = [...new Set(lines)].sort().join('\n');
    await expect(`${text}\n`).toMatchFileSnapshot('views.txt');
  });

  test('is one of the screens of its state, and every one of those is shown', () => {
    const shown = new Map<string, Set<string>>();
    for (const { snapshot, path } of states) {
      const { screen } = authView(snapshot);
      for (const leaf of path.split(' ')) {
        shown.set(leaf, (shown.get(leaf) ?? new Set()).add(screen));
      }
    }
    const seen = [...shown].map(([leaf, screens]) => [leaf, [...screens].sort()]);
    const expected = Object.entries(expectedScreens).map(([leaf, all]) => [leaf, [...all].sort()]);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
  });

  test('says what the machine says, on every screen that has a place for it', () => {
    for (const { snapshot } of states) {
      const view = authView(snapshot);
      if ('notice' in view) expect(view.notice).toBe(snapshot.context.notice);
    }
  });
});

describe('a screen that lost what it is about', () => {
  const nobody = { id: '', slug: '', name: '' };

  test('a step-up names no organization and offers nothing [R21.4]', () => {
    const snapshot = snapshotOf((snapshot) => snapshot.matches({ signedOut: 'stepUp' }));
    const lost = { ...snapshot, context: { ...snapshot.context, stepUp: null } };
    expect(authView(lost)).toMatchObject({ screen: 'stepUp', organization: nobody, methods: [] });
  });

  test('a second factor names no organization', () => {
    const snapshot = snapshotOf((snapshot) => snapshot.matches({ signedOut: 'secondFactor' }));
    const lost = { ...snapshot, context: { ...snapshot.context, secondFactor: null } };
    expect(authView(lost)).toMatchObject({ screen: 'secondFactor', organization: nobody });
  });

  test('recovery codes that are gone are not shown', () => {
    const saving = { signedOut: { secondFactor: 'savingCodes' } } as const;
    const snapshot = snapshotOf((snapshot) => snapshot.matches(saving));
    const lost = { ...snapshot, context: { ...snapshot.context, enrolment: null } };
    expect(authView(lost)).toMatchObject({ step: { name: 'savingCodes', recoveryCodes: [] } });
  });

  test('nobody is shown the app without a session', () => {
    const snapshot = snapshotOf((snapshot) => snapshot.matches('signedIn'));
    const lost = { ...snapshot, context: { ...snapshot.context, session: null } };
    expect(authView(lost)).toEqual({ screen: 'loading', doing: 'restoring' });
  });
});

describe('what is left over from another step', () => {
  test.each([
    ['a step-up does not take the place of the list', { signedOut: 'discovering' }, 'selection'],
    ['nor of a token that is being used', { signedOut: 'redeeming' }, 'selection'],
  ] as const)('%s', (_, state, screen) => {
    const snapshot = snapshotOf((one) => one.matches(state));
    const stepUp = stepUpFor(ACME, 'email_otp');
    const late = { ...snapshot, context: { ...snapshot.context, stepUp } };
    expect(authView(late).screen).toBe(screen);
  });

  test('no organization is busy while the list is browsed, even if one is selected', () => {
    const snapshot = snapshotOf((one) => one.matches({ signedOut: { selecting: 'browsing' } }));
    const chosen = { ...snapshot.context, selectedOrganization: ACME };
    expect(authView({ ...snapshot, context: chosen })).toMatchObject({ busy: null });
  });

  test('no organization is busy during an exchange without a selected organization', () => {
    const snapshot = snapshotOf(
      (one) => one.matches({ signedOut: 'exchanging' }) && one.context.stepUp === null,
    );
    const lost = { ...snapshot.context, selectedOrganization: null };
    expect(authView({ ...snapshot, context: lost })).toMatchObject({ busy: null });
  });

  test('a session is being renewed only while it is being refreshed', () => {
    const snapshot = snapshotOf((one) => one.matches({ signedIn: 'authenticated' }));
    const asked = { ...snapshot.context, refreshMode: 'extend' } as const;
    expect(authView({ ...snapshot, context: asked })).toMatchObject({ renewing: false });
  });
});

describe('an error about an organization', () => {
  const browsing = snapshotOf((one) => one.matches({ signedOut: { selecting: 'browsing' } }));
  const about = { tone: 'error', text: 'No.', requestId: null, remedy: null } as const;
  const viewWith = (snapshot: AuthSnapshot, notice: Notice) =>
    authView({ ...snapshot, context: { ...snapshot.context, organizations: [ACME], notice } });

  test('names the listed organization [R6.13]', () => {
    const view = viewWith(browsing, { ...about, organizationId: ACME.id });
    expect(view).toMatchObject({ failedOrganizationId: ACME.id });
  });

  test.each([
    ['that is not listed', { ...about, organizationId: 'organization-gone' }],
    ['that the notice does not name', { ...about, organizationId: null }],
    ['in a notice that is no error', { ...about, tone: 'info', organizationId: ACME.id }],
  ] as const)('names no organization %s', (_, notice) => {
    expect(viewWith(browsing, notice)).toMatchObject({ failedOrganizationId: null });
  });

  test('is about the name while a name is typed', () => {
    const typing = snapshotOf((one) => one.matches({ signedOut: { selecting: 'typing' } }));
    const view = viewWith(typing, { ...about, organizationId: ACME.id });
    expect(view).toMatchObject({ failedOrganizationId: null });
  });
});

describe('the path of a state', () => {
  test.each([
    ['resuming', 'resuming'],
    [{ signedOut: { selecting: 'browsing' } }, 'signedOut.selecting.browsing'],
    [
      { signedOut: { stepUp: { otp: 'idle', magicLink: 'sending' } } },
      'signedOut.stepUp.otp.idle signedOut.stepUp.magicLink.sending',
    ],
  ] as const)('%j is %s', (value, path) => {
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
    text: 'No luck.',
    requestId: null,
    remedy: null,
    organizationId: ACME.id,
  };

  test.each([
    { when: 'an error is about a listed organization', id: ACME.id },
    { when: 'the organization is not listed', organizations: [], id: null },
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
