import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogActions } from '#src/ui/dialog.tsx';
import { Edited } from '../edited.tsx';
import { messages } from '../messages.ts';
import type { Policy } from '../use-policies.ts';
import styles from './policy-dialog.module.css';

const { editor, states } = messages;

interface PolicyDialogProps {
  readonly policy: Policy;
  readonly onClose: () => void;
}

/** Shows a policy to a member who cannot edit it (R16.3). */
export function PolicyDialog({ policy, onClose }: PolicyDialogProps) {
  return (
    <Dialog title={policy.name} onClose={onClose}>
      <p className={styles.state}>
        <span>{`${states[policy.state]} · `}</span>
        <Edited policy={policy} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
      <p className={styles.description} dir="auto" tabIndex={0}>
        {policy.description || editor.noDescription}
      </p>
      <DialogActions>
        <Button onClick={onClose}>{editor.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
