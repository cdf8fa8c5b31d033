import * as v from 'valibot';
import { displayMessage } from '#machines/rules/display-text.ts';
import { DirectoryError, type DirectoryProblem } from '../../api/directory.ts';
import { isNetworkError, RATE_LIMIT, readError, WRONG_TOTP } from '../responses/errors.ts';
import { UNRECOVERABLE_SESSION_ERRORS } from '../sdk/failures.ts';

/** The problems that the provider's error types mean. */
const PROBLEMS: readonly (readonly [DirectoryProblem, readonly string[]])[] = [
  ['limited', RATE_LIMIT],
  ['session', UNRECOVERABLE_SESSION_ERRORS],
  ['forbidden', ['unauthorized_action']],
  ['gone', ['member_not_found', 'no_deleted_member_found_for_reactivation']],
  ['duplicate', ['duplicate_member_email', 'reactivation_email_belongs_to_another_member']],
  ['address', ['invalid_email']],
  ['domain', ['invalid_email_for_invites', 'email_in_denylist', 'email_not_in_allowlist']],
  ['code', WRONG_TOTP],
];

/** Returns what a call of the directory rejects with. A response that cannot be read counts as none (R14.18). */
export function toDirectoryError(thrown: unknown): DirectoryError {
  if (thrown instanceof DirectoryError) return thrown;
  const error = readError(thrown);
  if (isNetworkError(error) || v.isValiError(thrown)) return new DirectoryError('unreachable');
  const [problem] = PROBLEMS.find(([, types]) => types.includes(error.error_type)) ?? ['other'];
  return new DirectoryError(problem, displayMessage(error.error_message));
}
