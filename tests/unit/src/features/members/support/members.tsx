import { vi } from 'vitest';
import { ADMIN_ROLE } from '#machines/rules/roles.ts';
import { type Directory, DirectoryError, type DirectoryMember } from '#src/api/directory.ts';
import { MembersPage } from '#src/features/members/members-page.tsx';
import { renderPage } from '#tests/unit/support/render-page.tsx';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';

const admin = { id: ADMIN_ROLE, isAssigned: true };

/** Builds a member of Acme; the address follows from the name. */
export function buildMember(name: string, changes: Partial<DirectoryMember> = {}): DirectoryMember {
  const id = name.toLowerCase();
  return { id, name, emailAddress: `${id}@acme.example`, status: 'active', roles: [], ...changes };
}

/** The signed-in member. */
export const ada = buildMember('Ada', { id: appScreenView.session.memberId, roles: [admin] });
export const dora = buildMember('Dora');

/** Opens the members page on a directory in memory. */
export function openPage(
  stored: readonly DirectoryMember[] = [ada, dora],
  options: { readonly permitted?: readonly string[]; readonly isKnown?: Promise<boolean> } = {},
) {
  const members = new Map(stored.map((member) => [member.id, member]));
  const set = async (id: string, changes: Partial<DirectoryMember>) => {
    const member = members.get(id);
    if (member === undefined) throw new DirectoryError('gone');
    const changed = { ...member, ...changes };
    members.set(id, changed);
    return changed;
  };
  const directory = {
    roles: vi.fn(async () => [ADMIN_ROLE, 'policy_editor']),
    members: {
      search: vi.fn<Directory['members']['search']>(async ({ text, statuses, role, cursor }) => {
        const found = [...members.values()].filter(
          ({ emailAddress, status, roles }) =>
            statuses.includes(status) &&
            (emailAddress ?? '').includes(text) &&
            (role === undefined || roles.some(({ id }) => id === role)),
        );
        const end = Number(cursor) + 50;
        const next = end < found.length ? String(end) : null;
        return { members: found.slice(end - 50, end), total: found.length, next };
      }),
      invite: vi.fn<Directory['members']['invite']>(async (address, roles) => {
        const invited = buildMember(address, {
          name: '',
          emailAddress: address,
          status: 'invited',
          roles: roles.map((id) => ({ id, isAssigned: true })),
        });
        members.set(invited.id, invited);
        return invited;
      }),
      changeRoles: vi.fn<Directory['members']['changeRoles']>((id, roles) =>
        set(id, { roles: roles.map((role) => ({ id: role, isAssigned: true })) }),
      ),
      remove: vi.fn<Directory['members']['remove']>(async (id) => {
        await set(id, { status: 'removed' });
      }),
      reactivate: vi.fn<Directory['members']['reactivate']>((id) => set(id, { status: 'active' })),
      signOut: vi.fn<Directory['members']['signOut']>(async () => undefined),
    },
  };
  const loadDirectory = async () => directory as unknown as Directory;
  const page = renderPage(<MembersPage />, { ...options, services: { loadDirectory } });
  return { ...page, directory: directory.members, roles: directory.roles, members };
}
