import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import styles from './dialog.module.css';
import { isComposing } from './is-composing.ts';

interface DialogProps {
  readonly title: string;
  /** Called on Escape or the browser's close gesture. The parent closes the dialog by not rendering it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog that is open while it is rendered. Afterwards the focus returns to where it was (R1.11). */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A layout effect, because `close` restores the focus only while the element is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const handleCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  // Some browsers close a dialog on a repeated close gesture without a `cancel` event; its input must not be lost.
  const reopen = () => {
    const element = dialog.current;
    if (element?.isConnected && !element.open) element.showModal();
  };

  return (
    <dialog
      className={styles.dialog}
      ref={dialog}
      aria-labelledby={heading}
      onKeyDown={handleKeyDown}
      onCancel={handleCancel}
      onClose={reopen}
    >
      <h2 className={styles.title} id={heading}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
