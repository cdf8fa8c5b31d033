import { storedSignInOf } from '#machines/auth/auth.context.ts';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { SECRETS } from '#machines/auth-cases/fixtures.ts';
import { isSameEmail, maskEmail } from '#machines/rules/email.ts';
import { personOf } from '../specification/conditions.ts';
import { expectedScreens, transientStates } from '../specification/table.ts';
import type { TestRun } from './test-machine.ts';

const TYPED_SECRETS = [
  SECRETS.emailCode,
  SECRETS.factorCode,
  SECRETS.recoveryCode,
  SECRETS.enrolmentCode,
];
const SECRET_WORDS = [
  ...TYPED_SECRETS,
  SECRETS.enrolmentSecret,
  SECRETS.enrolmentPicture,
  SECRETS.freshRecoveryCode,
];

/** The invariants that do not hold after a step, one sentence each. */
export function violations({
  actor,
  pending,
  emitted,
}: Pick<TestRun, 'actor' | 'pending' | 'emitted'>) {
  return [...snapshotViolations(actor.getSnapshot(), emitted), ...callViolations(pending)];
}

/** The invariants of a snapshot that do not hold, and of the events emitted before it, one sentence each. */
export function snapshotViolations(snapshot: AuthSnapshot, emitted: readonly unknown[]) {
  return [
    ...stateViolations(snapshot),
    ...memberViolations(snapshot),
    ...secretViolations(snapshot, emitted),
  ];
}

/** What a step did to the person of a tab: whoever is here instead of another one is named by a notice (R22.3). */
export function personViolations(
  { context: before }: AuthSnapshot,
  { context: after }: AuthSnapshot,
): readonly string[] {
  const [own, shown] = [personOf(before), personOf(after)];
  if (own === null || shown === null || isSameEmail(own, shown)) return [];
  const { personNotice: notice } = after;
  const isTold =
    notice !== before.personNotice &&
    [shown, maskEmail(shown)].some((name) => notice?.text.includes(name));
  return violationIf(!isTold, `the tab of ${own} is now the tab of ${shown}, and does not say so`);
}

function stateViolations(snapshot: AuthSnapshot): readonly string[] {
  const leaves = statePath(snapshot.value).split(' ');
  const { screen } = authView(snapshot);
  return [
    ...violationIf(snapshot.status !== 'active', `the machine has ended: ${snapshot.status}`),
    ...leaves
      .filter((leaf) => transientStates.includes(leaf))
      .map((leaf) => `it stays in the transient state ${leaf}`),
    ...leaves
      .filter((leaf) => !expectedScreens[leaf]?.includes(screen))
      .map((leaf) => `${leaf} shows the screen "${screen}"`),
  ];
}

/** Signed in there is a member with an organization; signed out there is no data of a member. */
function memberViolations(snapshot: AuthSnapshot): readonly string[] {
  const { session, memberships, returnTo, switchTo, refreshedAt, refreshAttempt } =
    snapshot.context;
  const signedIn = snapshot.matches('signedIn');
  const keepsSession =
    snapshot.matches('signingOut') ||
    snapshot.matches({ signedOut: { secondFactor: 'savingCodes' } });
  const hasMember = session !== null && session.memberId !== '' && session.organization.id !== '';
  // A verification after a switch keeps the list of the menu, for the way back (R11.25).
  const returns = (['stepUp', 'secondFactor', 'exchanging'] as const).some((state) =>
    snapshot.matches({ signedOut: state }),
  );
  const hasList = memberships !== null && !(returns && returnTo !== null);
  const leftovers =
    hasList || (returnTo !== null && !returns) || switchTo !== null || refreshedAt !== 0;
  const out = !signedIn && !keepsSession;
  return [
    ...violationIf(signedIn && !hasMember, 'signed in without a member or an organization'),
    ...violationIf(signedIn !== snapshot.hasTag('signedIn'), 'the tag signedIn is wrong'),
    ...violationIf(out && session !== null, 'signed out with a session'),
    ...violationIf(out && (leftovers || refreshAttempt !== 0), 'signed out with data of a member'),
  ];
}

function secretViolations(snapshot: AuthSnapshot, emitted: readonly unknown[]): readonly string[] {
  const { context } = snapshot;
  const { enrolment } = context;
  const showing =
    snapshot.matches({ signedOut: { secondFactor: 'enrolling' } }) ||
    snapshot.matches({ signedOut: { secondFactor: 'savingCodes' } });
  return [
    ...violationIf(!showing && enrolment !== null, 'an enrolment remains after its state'),
    ...secretsIn({ ...context, enrolment: null } satisfies AuthContext, SECRET_WORDS, 'context'),
    ...(emitted.length === 0 ? [] : secretsIn(emitted, SECRET_WORDS, 'an emitted event')),
    // Without an enrolment, what is stored is a part of the context above.
    ...(enrolment === null
      ? []
      : secretsIn(storedSignInOf(context), SECRET_WORDS, 'the stored sign-in')),
    ...(enrolment === null ? [] : secretsIn(enrolment, TYPED_SECRETS, 'the enrolment')),
  ];
}

/** The secrets in the strings of a value. Its numbers do not count: a time may contain the digits of a code. */
function secretsIn(value: unknown, secrets: readonly string[], what: string): readonly string[] {
  const text = JSON.stringify(value);
  const suspects = secrets.filter((secret) => text.includes(secret));
  if (suspects.length === 0) return [];
  const strings = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'number' ? 0 : part,
  );
  return suspects
    .filter((secret) => strings.includes(secret))
    .map((secret) => `${what} contains ${secret}`);
}

function callViolations(pending: TestRun['pending']): readonly string[] {
  const actors = [...pending].map(({ actor }) => actor);
  return actors
    .filter((actor, index) => actors.indexOf(actor) !== index)
    .map((actor) => `two calls of ${actor} are pending`);
}

function violationIf(isViolated: boolean, sentence: string): readonly string[] {
  return isViolated ? [sentence] : [];
}
