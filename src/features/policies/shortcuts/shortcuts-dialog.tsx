import { useId } from 'react';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogActions } from '#src/ui/dialog.tsx';
import { messages } from '../messages.ts';
import { SHORTCUT_KEYS } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

const { shortcuts } = messages;

interface ShortcutsDialogProps {
  /** Whether there is a search. */
  readonly canSearch: boolean;
  readonly isEnabled: boolean;
  readonly onToggle: (enabled: boolean) => void;
  readonly onClose: () => void;
}

/** The dialog gives it the focus when it opens. React has no attribute for that. */
const takeFocus = (button: HTMLElement | null) => button?.setAttribute('autofocus', '');

/** Lists the shortcuts, and enables or disables single keys (R17.7). */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  const canCreate = useSession().can('policy', 'create');
  const { canSearch, isEnabled, onToggle, onClose } = props;
  const rows = [
    ...(canCreate ? [[shortcuts.create, SHORTCUT_KEYS.create] as const] : []),
    ...(canSearch ? [[shortcuts.search, SHORTCUT_KEYS.search] as const] : []),
    [shortcuts.help, SHORTCUT_KEYS.help] as const,
    ...(canCreate ? [[shortcuts.save, 'Ctrl Enter'] as const] : []),
    [shortcuts.close, 'Esc'] as const,
  ];
  const listId = useId();
  return (
    <Dialog title={shortcuts.heading} describedBy={listId} onClose={onClose}>
      <dl className={styles.list} id={listId}>
        {rows.map(([action, key]) => (
          <div key={action} className={styles.row}>
            <dt>{action}</dt>
            <dd className={styles.keys}>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          aria-labelledby={`${listId}-enable`}
          aria-describedby={`${listId}-note`}
          checked={isEnabled}
          onChange={(event) => onToggle(event.target.checked)}
        />
        <span>
          <span id={`${listId}-enable`}>{shortcuts.enable}</span>
          <span className={styles.note} id={`${listId}-note`}>
            {shortcuts.enableNote}
          </span>
        </span>
      </label>
      <DialogActions>
        <Button ref={takeFocus} onClick={onClose}>
          {messages.editor.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
