import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogActions } from '#src/ui/dialog.tsx';
import { messages } from '../messages.ts';
import { SHORTCUT_KEYS } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

const { shortcuts } = messages;

interface ShortcutsDialogProps {
  readonly mayCreate: boolean;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onClose: () => void;
}

/** The sheet of shortcuts, and the switch for those who press keys without meaning them. */
export function ShortcutsDialog({ mayCreate, on, onSwitch, onClose }: ShortcutsDialogProps) {
  const rows = [
    ...(mayCreate ? [[shortcuts.create, SHORTCUT_KEYS.create] as const] : []),
    [shortcuts.search, SHORTCUT_KEYS.search] as const,
    [shortcuts.sheet, SHORTCUT_KEYS.sheet] as const,
    ...(mayCreate ? [[shortcuts.save, 'Ctrl Enter'] as const] : []),
    [shortcuts.close, 'Esc'] as const,
  ];
  return (
    <Dialog title={shortcuts.heading} onClose={onClose}>
      <dl className={styles.list}>
        {rows.map(([what, key]) => (
          <div key={what} className={styles.row}>
            <dt>{what}</dt>
            <dd className={styles.keys}>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
        <span>
          {shortcuts.single}
          <span className={styles.note}>{shortcuts.none}</span>
        </span>
      </label>
      <DialogActions>
        <Button onClick={onClose}>{messages.editor.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
