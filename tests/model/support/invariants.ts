import { memoryOf } from '#machines/auth/auth.context.ts';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { SECRETS } from '#machines/explore/fixtures.ts';
import { leavesOfSnapshot } from './paths.ts';
import { decidingStates, expectedScreens } from './screens.ts';
import type { Run } from './world.ts';

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

/** What must hold in every life at every moment; each entry is a sentence that says what did not. */
export function violations({ actor, pending, facts }: Pick<Run, 'actor' | 'pending' | 'facts'>) {
  const snapshot = actor.getSnapshot();
  return [
    ...ofState(snapshot),
    ...ofMember(snapshot),
    ...ofSecrets(snapshot, facts),
    ...ofCalls(pending),
  ];
}

function ofState(snapshot: AuthSnapshot): readonly string[] {
  const leaves = leavesOfSnapshot(snapshot);
  const { screen } = authView(snapshot);
  return [
    ...when(snapshot.status !== 'active', `the machine has ended: ${snapshot.status}`),
    ...leaves
      .filter((leaf) => decidingStates.includes(leaf))
      .map((leaf) => `it rests in ${leaf}, which only decides`),
    ...leaves
      .filter((leaf) => !expectedScreens[leaf]?.includes(screen))
      .map((leaf) => `${leaf} shows the screen "${screen}"`),
  ];
}

/** Signed in means a member and an organization; signed out means nothing of a member. */
function ofMember(snapshot: AuthSnapshot): readonly string[] {
  const { session, memberships, switchTo, refreshedAt, refreshAttempt } = snapshot.context;
  const signedIn = snapshot.matches('signedIn');
  const held =
    snapshot.matches('signingOut') ||
    snapshot.matches({ signedOut: { secondFactor: 'savingCodes' } });
  const somebody = session !== null && session.memberId !== '' && session.organization.id !== '';
  const leftovers = memberships !== null || switchTo !== null || refreshedAt !== 0;
  const out = !signedIn && !held;
  return [
    ...when(signedIn && !somebody, 'signed in without a member or an organization'),
    ...when(signedIn !== snapshot.hasTag('signedIn'), 'the tag signedIn is wrong'),
    ...when(out && session !== null, 'signed out with a session'),
    ...when(out && (leftovers || refreshAttempt !== 0), 'signed out with data of a member'),
  ];
}

function ofSecrets(snapshot: AuthSnapshot, facts: readonly unknown[]): readonly string[] {
  const { context } = snapshot;
  const { enrolment } = context;
  const showing =
    snapshot.matches({ signedOut: { secondFactor: 'enrolling' } }) ||
    snapshot.matches({ signedOut: { secondFactor: 'savingCodes' } });
  return [
    ...when(!showing && enrolment !== null, 'an enrolment outlives its state'),
    ...held({ ...context, enrolment: null } satisfies AuthContext, SECRET_WORDS, 'context'),
    ...(facts.length === 0 ? [] : held(facts, SECRET_WORDS, 'a fact')),
    // Without an enrolment, what is remembered is a part of the context above.
    ...(enrolment === null ? [] : held(memoryOf(context), SECRET_WORDS, 'the memory')),
    ...(enrolment === null ? [] : held(enrolment, TYPED_SECRETS, 'the enrolment')),
  ];
}

/** Which secrets a value holds in its words; the digits of a code may be in a moment by chance. */
function held(value: unknown, secrets: readonly string[], what: string): readonly string[] {
  const all = JSON.stringify(value);
  const suspects = secrets.filter((secret) => all.includes(secret));
  if (suspects.length === 0) return [];
  const words = JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? 0 : part));
  return suspects
    .filter((secret) => words.includes(secret))
    .map((secret) => `${what} holds ${secret}`);
}

function ofCalls(pending: Run['pending']): readonly string[] {
  const actors = [...pending].map(({ actor }) => actor);
  return actors
    .filter((actor, index) => actors.indexOf(actor) !== index)
    .map((actor) => `two calls of ${actor} at once`);
}

function when(broken: boolean, sentence: string): readonly string[] {
  return broken ? [sentence] : [];
}
