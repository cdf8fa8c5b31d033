import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { isComposing } from '../hooks/is-composing.ts';
import { useLostFocus } from '../hooks/use-lost-focus.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: ReactNode;
  /** The id of the text that describes the dialog. */
  readonly describedBy?: string | undefined;
  /** Called on Escape or the browser's close gesture. The parent closes the dialog by not rendering it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What each dialog shows below its title: a modal dialog hides the messages of the page, also from screen readers. */
export const DialogMessages = createContext<ReactNode>(null);

/** A modal dialog that is open while it is rendered. Afterwards the focus returns to where it was (R1.11). */
export function Dialog({ title, describedBy, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const shownMessages = use(DialogMessages);
  // A layout effect, because `close` restores the focus only while the element is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);

  useEffect(() => keepAboveKeyboard(dialog.current), []);
  useLostFocus(dialog);

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
      tabIndex={-1}
      aria-labelledby={heading}
      aria-describedby={describedBy}
      onKeyDown={handleKeyDown}
      onCancel={handleCancel}
      onClose={reopen}
    >
      <h2 className={styles.title} id={heading}>
        {title}
      </h2>
      {shownMessages}
      {children}
    </dialog>
  );
}

/**
 * Tells the styles how much of the window an on-screen keyboard covers. Safari shrinks only the visual viewport, whatever
 * the document's `interactive-widget` says. A magnified page has a smaller visual viewport too, which is no keyboard.
 */
function keepAboveKeyboard(dialog: HTMLDialogElement | null): () => void {
  const { visualViewport: viewport } = window;
  const measure = () => {
    if (viewport?.scale !== 1) return;
    const covered = Math.max(0, window.innerHeight - viewport.offsetTop - viewport.height);
    dialog?.style.setProperty('--covered', `${covered}px`);
  };
  measure();
  viewport?.addEventListener('resize', measure);
  viewport?.addEventListener('scroll', measure);
  return () => {
    viewport?.removeEventListener('resize', measure);
    viewport?.removeEventListener('scroll', measure);
  };
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
