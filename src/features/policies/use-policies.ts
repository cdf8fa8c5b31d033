import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { useEffect, useState } from 'react';
import {
  type Check,
  isBoolean,
  isFiniteNumber,
  isString,
  isText,
  recordOf,
} from '#machines/rules/checks.ts';
import type { PolicyDraft, PolicyInput } from '#machines/rules/policy.ts';
import type { Api } from '#src/api/api.ts';
import { ApiError } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';

/** A policy as the service sends it. */
export type Policy = InferResponseType<Api['policies']['$get']>['policies'][number];

/** The policies that match a search, and the operations on all of them. */
export type PolicyCollection = ReturnType<typeof usePolicies>;

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
    queryFn: async ({ pageParam }) => {
      const query = { ...(search && { search }), ...(pageParam && { cursor: pageParam }) };
      return (await api.policies.$get({ query })).json();
    },
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
  return {
    /** `null` before the first successful read. */
    policies: list.data?.pages.flatMap((page) => page.policies) ?? null,
    /** Why the latest read has failed. `policies` still has the result of an earlier one. */
    error: list.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    showMore: () => void list.fetchNextPage(),
    reload: () => void list.refetch(),
    save: ({ id, version }: PolicyDraft, input: PolicyInput) =>
      change(
        version === 0
          ? api.policies[':id'].$post({ param: { id }, json: input })
          : api.policies[':id'].$put({ param: { id }, json: input }, seen(version)),
      ),
    remove: ({ id, version }: Policy) =>
      change(api.policies[':id'].$delete({ param: { id } }, seen(version))),
    restore: ({ id, version }: Policy) =>
      change(api.policies[':id'].restore.$post({ param: { id } }, seen(version))),
  };
}

/** Milliseconds without a key after which a search is made. */
const SEARCH_PAUSE = 200;

/** Returns what is searched for: what was typed, when the member pauses. The end of a search is immediate. */
export function useSearch(query: string): string {
  const trimmed = query.trim();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(trimmed), SEARCH_PAUSE);
    return () => clearTimeout(timer);
  }, [trimmed]);
  return trimmed && search;
}

/** The service changes only the version that the member has seen (R17.9). */
function seen(version: number) {
  return { headers: { 'if-match': `"${version}"` } };
}

const isPolicy: Check<Policy> = recordOf({
  id: isText,
  name: isText,
  description: isString,
  state: (value): value is PolicyInput['state'] => value === 'draft' || value === 'active',
  version: isFiniteNumber,
  updatedAt: isText,
  updatedBy: recordOf({ memberId: isText, name: isString }),
  isDeleted: isBoolean,
});

/** The newer policy over which a change was refused (R17.9); `null` when it has failed otherwise. */
export function newerPolicy(error: unknown): Policy | null {
  return error instanceof ApiError && isPolicy(error.current) ? error.current : null;
}
