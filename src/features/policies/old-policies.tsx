import { useMutation, useQuery } from '@tanstack/react-query';
import { EMPTY_POLICY, type PolicyDraft, type PolicyInput } from '#machines/rules/policy.ts';
import { explain } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/button.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import styles from './old-policies.module.css';

type OldPolicy = PolicyInput & { readonly id: string };

/** The policies that an older version of the product has kept in this browser. */
export interface OldPolicyStore {
  list(organizationId: string): Promise<readonly OldPolicy[]>;
  remove(organizationId: string, id: string): Promise<void>;
}

interface OldPoliciesProps {
  readonly store: OldPolicyStore;
  readonly onMove: (draft: PolicyDraft, input: PolicyInput) => Promise<unknown>;
}

/** Offers to move the policies that this browser has kept to the organization (R17.11). */
export function OldPolicies({ store, onMove }: OldPoliciesProps) {
  const { id: organizationId, name: organization } = useSession().session.organization;
  const list = useQuery({ queryKey: ['old-policies'], queryFn: () => store.list(organizationId) });
  const { data: policies = [] } = list;
  const removal = useMutation({
    mutationFn: async (isMoved: boolean) => {
      for (const { id, ...input } of policies) {
        // With its id, so that a policy that was moved before is found and not moved twice.
        if (isMoved) await onMove({ id, version: 0, original: EMPTY_POLICY, input }, input);
        await store.remove(organizationId, id);
      }
    },
    onSettled: () => list.refetch(),
  });
  const count = policies.length;
  if (count === 0) return null;
  const offer =
    count === 1
      ? '1 policy was kept in this browser. Move it to {organization}?'
      : `${count} policies were kept in this browser. Move them to {organization}?`;
  return (
    <div className={styles.offer}>
      <p role="status">
        <Sentence text={offer} values={{ organization }} />
      </p>
      {removal.error ? (
        <p role="alert">{`Not every policy was moved. ${explain(removal.error)}`}</p>
      ) : null}
      <div className={styles.actions}>
        <Button busy={removal.isPending} onClick={() => removal.mutate(true)}>
          Move
        </Button>
        <Button kind="quiet" inactive={removal.isPending} onClick={() => removal.mutate(false)}>
          Discard
        </Button>
      </div>
    </div>
  );
}
