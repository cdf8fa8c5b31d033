import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ADMIN_ROLE } from '#machines/rules/roles.ts';
import {
  type Directory,
  DirectoryError,
  type DirectoryMember,
  type MemberStatus,
  SEARCH_MIN_LENGTH,
} from '#src/api/directory.ts';
import { useSession } from '#src/api/session.tsx';

export type MemberFilter = 'current' | 'invited' | 'removed';

const STATUSES: Readonly<Record<MemberFilter, readonly MemberStatus[]>> = {
  current: ['active', 'invited'],
  invited: ['invited'],
  removed: ['removed'],
};

/** What can be done to a member. Each rejects with a `DirectoryError`, and resolves once the list shows its result. */
export type MemberActions = ReturnType<typeof useMembers>['actions'];

/**
 * Reads the members of the organization, in pages (R23.2).
 *
 * @param search a part of an address; what is too short for a search finds everybody
 */
export function useMembers(search: string, filter: MemberFilter) {
  const { directory } = useSession();
  const queries = useQueryClient();
  const text = search.length < SEARCH_MIN_LENGTH ? '' : search;
  const list = useInfiniteQuery({
    queryKey: ['members', filter, text],
    queryFn: async ({ pageParam: cursor }) =>
      (await directory()).members.search({ text, statuses: STATUSES[filter], cursor }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const change = async <Result>(
    call: (members: Directory['members']) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await call((await directory()).members);
    } finally {
      await queries.invalidateQueries({ queryKey: ['members'] });
    }
  };
  /** An organization without an administrator could not be managed any more (R23.6). */
  const requireOtherAdmin = async ({ status, roles }: DirectoryMember) => {
    if (status !== 'active' || !roles.some(({ id }) => id === ADMIN_ROLE)) return;
    const { members } = await directory();
    const admins = { text: '', statuses: ['active'], role: ADMIN_ROLE, cursor: '' } as const;
    const { total } = await members.search(admins);
    if (total < 2) throw new DirectoryError('last_admin');
  };
  const pages = list.data?.pages;
  return {
    list,
    /** `null` before the first successful read. */
    members: pages?.flatMap((page) => page.members) ?? null,
    total: pages?.[0]?.total ?? 0,
    actions: {
      invite: (address: string, roles: readonly string[]) =>
        change((members) => members.invite(address, roles)),
      changeRoles: (member: DirectoryMember, roles: readonly string[]) =>
        change(async (members) => {
          const isTakenAway = member.roles.some(
            ({ id, isAssigned }) => id === ADMIN_ROLE && isAssigned && !roles.includes(id),
          );
          if (isTakenAway) await requireOtherAdmin(member);
          return members.changeRoles(member.id, roles);
        }),
      remove: (member: DirectoryMember) =>
        change(async (members) => {
          await requireOtherAdmin(member);
          await members.remove(member.id);
        }),
      reactivate: ({ id }: DirectoryMember) => change((members) => members.reactivate(id)),
      signOut: ({ id }: DirectoryMember) => change((members) => members.signOut(id)),
    },
  };
}

/** The ids of the roles that a member can be given. */
export function useRoles(): readonly string[] {
  const { directory } = useSession();
  return (
    useQuery({ queryKey: ['roles'], queryFn: async () => (await directory()).roles() }).data ?? []
  );
}
