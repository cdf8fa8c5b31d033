import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Asked for by Escape, or by the browser's own way back; whoever rendered the dialog takes it away. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog over the page, for as long as it is rendered: the page behind it rests, and the focus goes back
 * where it came from. Its first field has the focus.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the element is taken away, or the focus would not find its way back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  // A browser may close it against our will; what was typed in it is not ours to lose.
  const closed = () => {
    const element = dialog.current;
    if (element?.isConnected && !element.open) element.showModal();
  };

  return (
    <dialog
      className={styles.dialog}
      ref={dialog}
      aria-labelledby={heading}
      onKeyDown={press}
      onCancel={cancel}
      onClose={closed}
    >
      <h2 className={styles.title} id={heading}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** The ways out of a dialog, at its end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
