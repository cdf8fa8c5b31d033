import * as v from 'valibot';
import { AUTHENTICATE_PATH } from '#machines/rules/callback-path.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { MEMBER_ROLE } from '#machines/rules/roles.ts';
import { type Directory, DirectoryError, type DirectorySelf } from '../../api/directory.ts';
import { enrolmentSchema } from '../calls/second-factor.ts';
import type { Connection } from '../connection.ts';
import type { RawMember } from '../sdk/raw-session.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { resyncSdk } from '../sdk/sdk-state.ts';
import { currentSession, removeIntermediateCookie } from '../session/session.ts';
import { toDirectoryError } from './directory-error.ts';
import { memberName, readMember } from './read-member.ts';
import { searchMembers } from './search-members.ts';

const recoverySchema = v.object({ recovery_codes: v.array(v.string()) });

/**
 * Creates the calls of the provider's directory. Each is sent only while the browser holds the session of this member:
 * nothing is done for one person that another one has chosen (R22.1). When the provider refuses the session, it is
 * checked and the call repeated, once; after a refusal by the roles, the session brings the new ones (R23.1).
 *
 * @param checkSession asks the provider once whether the session still exists; resolves to whether it does
 */
export function createDirectory(
  { client, publicToken, settings }: Connection,
  memberId: string,
  checkSession: () => Promise<boolean>,
): Directory {
  const callOnce = async <Result>(send: (sdk: SdkClient) => Promise<Result>): Promise<Result> => {
    resyncSdk(publicToken);
    if (currentSession(client)?.memberId !== memberId) throw new DirectoryError('session');
    // A member has none. The SDK would send one that another host has planted.
    removeIntermediateCookie(publicToken);
    return send(client).catch((thrown: unknown) => {
      throw toDirectoryError(thrown);
    });
  };
  const call = <Result>(send: (sdk: SdkClient) => Promise<Result>): Promise<Result> =>
    callOnce(send).catch(async (error: DirectoryError) => {
      if (error.problem === 'session' && (await checkSession())) return callOnce(send);
      if (error.problem === 'forbidden') void checkSession();
      throw error;
    });
  const owner = () => ({
    member_id: memberId,
    organization_id: currentSession(client)?.organization.id ?? '',
  });
  return {
    async roles() {
      const known = await settings;
      return known?.roles.filter((id) => id !== MEMBER_ROLE) ?? [];
    },
    members: {
      search: (query) => call((sdk) => searchMembers(sdk, query)),
      invite: (email, roles) =>
        call(async ({ magicLinks }) => {
          const { member } = await magicLinks.email.invite({
            email_address: email,
            invite_redirect_url: window.location.origin + AUTHENTICATE_PATH,
            roles: [...roles],
          });
          return readMember(member);
        }),
      async changeRoles(id, roles) {
        const changed = await call(async ({ organization }) => {
          const { member } = await organization.members.update({
            member_id: id,
            roles: [...roles],
          });
          return readMember(member);
        });
        // The session brings the member's own new roles.
        if (id === memberId) void checkSession();
        return changed;
      },
      remove: (id) =>
        call(async ({ organization }) => {
          await organization.members.delete(id);
        }),
      reactivate: (id) =>
        call(async ({ organization }) =>
          readMember((await organization.members.reactivate(id)).member),
        ),
      async signOut(id) {
        await call(({ session }) => session.revokeForMember({ member_id: id }));
        // The member's own session has ended, too: this tab finds out before the call resolves.
        if (id === memberId) await checkSession();
      },
    },
    self: {
      read: () => call(async ({ self }) => readSelf(await self.get())),
      rename: (name) => call(async ({ self }) => readSelf((await self.update({ name })).member)),
      enrol: () =>
        call(async ({ totp }) => {
          const app = v.parse(enrolmentSchema, await totp.create(owner()));
          return { secret: app.secret, qrCode: app.qr_code, recoveryCodes: app.recovery_codes };
        }),
      verify: (code) =>
        call(async ({ totp }) => {
          await totp.authenticate({
            ...owner(),
            code,
            session_duration_minutes: SESSION_DURATION_MINUTES,
            set_mfa_enrollment: 'enroll',
            set_default_mfa: true,
          });
        }),
      removeAuthenticatorApp: () =>
        call(async ({ self }) => readSelf((await self.deleteMFATOTP()).member)),
      readRecoveryCodes: () =>
        call(async ({ recoveryCodes }) => readCodes(await recoveryCodes.get())),
      renewRecoveryCodes: () =>
        call(async ({ recoveryCodes }) => readCodes(await recoveryCodes.rotate())),
    },
  };
}

function readSelf(member: RawMember | null): DirectorySelf {
  if (member === null) throw new DirectoryError('unreachable');
  return { name: memberName(member), hasAuthenticatorApp: Boolean(member.totp_registration_id) };
}

function readCodes(response: unknown): readonly string[] {
  return v.parse(recoverySchema, response).recovery_codes;
}
