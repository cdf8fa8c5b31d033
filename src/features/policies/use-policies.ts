import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import * as v from 'valibot';
import type { PolicyDraft, PolicyInput } from '#machines/rules/policy.ts';
import type { Api } from '#src/api/api.ts';
import { ApiError } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';

/** A policy as the service sends it. */
export type Policy = InferResponseType<Api['policies'][':id']['$get']>;

/** A policy of the list, with the beginning of its description. */
export type ListedPolicy = InferResponseType<Api['policies']['$get']>['policies'][number];

type Seen = Pick<Policy, 'id' | 'version'>;

/**
 * Reads the policies of the organization that match a search, in pages. Each operation rejects with an `ApiError`, and
 * resolves once the list shows its result.
 *
 * @param search blank for all
 */
export function usePolicies(search: string) {
  const { api } = useSession();
  const queries = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: ['policies', search],
    queryFn: async ({ pageParam: cursor }) =>
      (await api.policies.$get({ query: { search, cursor } })).json(),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const change = async (response: Promise<{ json(): Promise<Policy> }>): Promise<Policy> => {
    const reload = () => queries.invalidateQueries({ queryKey: ['policies'] });
    try {
      const changed = await (await response).json();
      await reload();
      return changed;
    } catch (error) {
      void reload();
      throw error;
    }
  };
  const { $get, $post, $put, $delete, restore } = api.policies[':id'];
  const to = ({ id }: Pick<Seen, 'id'>) => ({ param: { id } });
  /** The service changes only the version that the member has seen (R17.9). */
  const seen = ({ version }: Seen) => ({
    headers: { 'if-match': `"${version}"` },
  });
  return {
    list,
    /** `null` before the first successful read. */
    policies: list.data?.pages.flatMap((page) => page.policies) ?? null,
    /** Reads the rest of a policy, if the list does not have it. */
    read: async (listed: ListedPolicy): Promise<Policy> =>
      listed.isWhole
        ? { ...listed, description: listed.excerpt, isDeleted: false }
        : (await $get(to(listed))).json(),
    save: (draft: PolicyDraft, json: PolicyInput) =>
      change(
        draft.version === 0
          ? $post({ ...to(draft), json })
          : $put({ ...to(draft), json }, seen(draft)),
      ),
    remove: (policy: Seen) => change($delete(to(policy), seen(policy))),
    restore: (policy: Seen) => change(restore.$post(to(policy), seen(policy))),
  };
}

const policySchema = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  state: v.picklist(['draft', 'active']),
  version: v.number(),
  updatedAt: v.string(),
  updatedBy: v.object({ memberId: v.string(), name: v.string() }),
  isDeleted: v.boolean(),
});

/** The newer policy over which a change was refused (R17.9); `null` when it has failed otherwise. */
export function newerPolicy(error: unknown): Policy | null {
  return error instanceof ApiError && v.is(policySchema, error.current) ? error.current : null;
}
