import { AUTHENTICATE_PATH } from '#machines/rules/callback-path.ts';
import type { DirectoryMember } from '../../api/directory.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { readMember } from './read-member.ts';

/** Sends an invitation, whose link leads to this page. */
export async function inviteMember(
  { magicLinks }: SdkClient,
  emailAddress: string,
  roles: readonly string[],
): Promise<DirectoryMember> {
  const { member } = await magicLinks.email.invite({
    email_address: emailAddress,
    invite_redirect_url: window.location.origin + AUTHENTICATE_PATH,
    roles: [...roles],
  });
  return readMember(member);
}
