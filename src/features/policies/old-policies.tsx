import { useEffect, useState } from 'react';
import { EMPTY_POLICY, type PolicyDraft, type PolicyInput } from '#machines/rules/policy.ts';
import { explain } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/button.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { messages } from './messages.ts';
import styles from './old-policies.module.css';

/** The policies that an older version of the product has kept in this browser. */
export interface OldPolicyStore {
  list(organizationId: string): Promise<readonly (PolicyInput & { readonly id: string })[]>;
  remove(organizationId: string, id: string): Promise<void>;
}

interface OldPoliciesProps {
  readonly store: OldPolicyStore;
  readonly onMove: (draft: PolicyDraft, input: PolicyInput) => Promise<unknown>;
}

/** Offers to move the policies that this browser has kept to the organization (R17.11). */
export function OldPolicies({ store, onMove }: OldPoliciesProps) {
  const { id: organizationId, name: organization } = useSession().session.organization;
  const [policies, setPolicies] = useState<Awaited<ReturnType<OldPolicyStore['list']>>>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  useEffect(() => void store.list(organizationId).then(setPolicies), [store, organizationId]);
  if (policies.length === 0) return null;

  const leave = (id: string) => setPolicies((left) => left.filter((policy) => policy.id !== id));
  const move = async () => {
    setIsMoving(true);
    try {
      for (const { id, ...input } of policies) {
        // With its id, so that a policy that was moved before is found and not moved twice.
        await onMove({ id, version: 0, original: EMPTY_POLICY, input }, input);
        await store.remove(organizationId, id);
        leave(id);
      }
    } catch (error) {
      setFailure(messages.old.failed(explain(error)));
    }
    setIsMoving(false);
  };
  const discard = () => {
    for (const { id } of policies) void store.remove(organizationId, id).then(() => leave(id));
  };
  return (
    <div className={styles.offer}>
      <p role="status">
        <Sentence text={messages.old.offer(policies.length)} values={{ organization }} />
      </p>
      {failure && <p role="alert">{failure}</p>}
      <div className={styles.actions}>
        <Button busy={isMoving} onClick={move}>
          {messages.old.move}
        </Button>
        <Button kind="quiet" inactive={isMoving} onClick={discard}>
          {messages.old.discard}
        </Button>
      </div>
    </div>
  );
}
