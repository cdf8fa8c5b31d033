import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogActions } from '#src/ui/dialog.tsx';
import { Edited } from './edited.tsx';
import styles from './policy-text.module.css';
import { PolicyText } from './policy-text.tsx';
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
        <Edited policy={policy} />
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
