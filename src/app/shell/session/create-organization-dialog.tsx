import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogActions } from '#src/ui/dialog.tsx';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';

const { createOrganization } = messages;

interface CreateOrganizationDialogProps {
  readonly onSignOut: () => void;
  readonly onClose: () => void;
}

/** Says that creating an organization needs a new sign-in, and leads to it (R6.19). */
export function CreateOrganizationDialog({ onSignOut, onClose }: CreateOrganizationDialogProps) {
  return (
    <Dialog title={createOrganization.heading} onClose={onClose}>
      <p className={styles.explanation}>{createOrganization.explanation}</p>
      <DialogActions>
        <Button kind="quiet" onClick={onClose}>
          {createOrganization.cancel}
        </Button>
        <Button kind="primary" onClick={onSignOut}>
          {createOrganization.continue}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
