import { useId } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogActions } from '#src/ui/dialog.tsx';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';

const { createOrganization } = messages;

interface CreateOrganizationDialogProps {
  readonly onContinue: () => void;
  readonly onClose: () => void;
}

/** Says that creating an organization needs a new sign-in, and leads to it (R6.19). */
export function CreateOrganizationDialog({ onContinue, onClose }: CreateOrganizationDialogProps) {
  const explanation = useId();
  return (
    <Dialog title={createOrganization.heading} describedBy={explanation} onClose={onClose}>
      <p className={styles.explanation} id={explanation}>
        {createOrganization.explanation}
      </p>
      <DialogActions>
        <Button kind="quiet" onClick={onClose}>
          {createOrganization.cancel}
        </Button>
        <Button kind="primary" onClick={onContinue}>
          {createOrganization.continue}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
