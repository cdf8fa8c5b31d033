import { AUTHENTICATE_PATH } from '#machines/rules/callback-path.ts';
import { MEMBER_ROLE } from '#machines/rules/roles.ts';
import { type Directory, DirectoryError, type DirectorySelf } from '../../api/directory.ts';
import type { Connection } from '../connection.ts';
import type { RawMember } from '../sdk/raw-session.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { resyncSdk } from '../sdk/sdk-state.ts';
import { currentSession, removeIntermediateCookie } from '../session/session.ts';
import { toDirectoryError } from './directory-error.ts';
import { memberName, readMember } from './read-member.ts';
import { searchMembers } from './search-members.ts';
import { enrol, readRecoveryCodes, renewRecoveryCodes, verify } from './second-factor.ts';

/**
 * Creates the calls of the provider's directory. Each is sent only while the browser holds the session of this member:
 * nothing is done for one person that another one has chosen (R22.1).
 */
export function createDirectory(
  { client, publicToken, settingsHolder }: Connection,
  memberId: string,
): Directory {
  const call = async <Result>(send: (sdk: SdkClient) => Promise<Result>): Promise<Result> => {
    resyncSdk(publicToken);
    if (currentSession(client)?.memberId !== memberId) throw new DirectoryError('session');
    // A member has none. The SDK would send one that another host has planted.
    removeIntermediateCookie(publicToken);
    return send(client).catch((thrown: unknown) => {
      throw toDirectoryError(thrown);
    });
  };
  const owner = () => ({
    memberId,
    organizationId: currentSession(client)?.organization.id ?? '',
  });
  return {
    async roles() {
      const settings = await settingsHolder.settings;
      return settings?.roles.filter((id) => id !== MEMBER_ROLE) ?? [];
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
      changeRoles: (id, roles) =>
        call(async ({ organization }) => {
          const { member } = await organization.members.update({
            member_id: id,
            roles: [...roles],
          });
          return readMember(member);
        }),
      remove: (id) =>
        call(async ({ organization }) => {
          await organization.members.delete(id);
        }),
      reactivate: (id) =>
        call(async ({ organization }) =>
          readMember((await organization.members.reactivate(id)).member),
        ),
      signOut: (id) =>
        call(async ({ session }) => {
          await session.revokeForMember({ member_id: id });
        }),
    },
    self: {
      read: () => call(async ({ self }) => readSelf(await self.get())),
      rename: (name) => call(async ({ self }) => readSelf((await self.update({ name })).member)),
      enrol: () => call((sdk) => enrol(sdk, owner())),
      verify: (code) => call((sdk) => verify(sdk, owner(), code)),
      removeAuthenticatorApp: () =>
        call(async ({ self }) => readSelf((await self.deleteMFATOTP()).member)),
      readRecoveryCodes: () => call(readRecoveryCodes),
      renewRecoveryCodes: () => call(renewRecoveryCodes),
    },
  };
}

function readSelf(member: RawMember | null): DirectorySelf {
  if (member === null) throw new DirectoryError('unreachable');
  return { name: memberName(member), hasAuthenticatorApp: Boolean(member.totp_registration_id) };
}
