import type { PolicyInput } from '#machines/rules/policy.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Dialog, DialogActions } from '#src/ui/controls/dialog.tsx';
import { EditedBy } from './edited-by.tsx';
import { messages } from './messages.ts';
import styles from './policy-text.module.css';
import type { Policy } from './use-policies.ts';

interface PolicyDialogProps {
  readonly policy: Policy;
  readonly onClose: () => void;
}

/** Shows a policy to a member who cannot edit it (R16.3). */
export function PolicyDialog({ policy, onClose }: PolicyDialogProps) {
  return (
    <Dialog title={policy.name} onClose={onClose}>
      <PolicyText input={policy} />
      <p className={styles.state}>
        <EditedBy policy={policy} />
      </p>
      <DialogActions>
        <Button onClick={onClose}>{messages.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The state and the description of a policy. */
export function PolicyText({ input: { state, description } }: { readonly input: PolicyInput }) {
  return (
    <>
      <p className={styles.state}>{messages.states[state]}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
      <p className={styles.description} dir="auto" tabIndex={0}>
        {description || messages.noDescription}
      </p>
    </>
  );
}
