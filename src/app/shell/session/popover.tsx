import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '#src/ui/controls/button.tsx';
import { isComposing } from '#src/ui/hooks/is-composing.ts';
import styles from './popover.module.css';

/**
 * Opens and closes a popover beside its button. Escape closes it, and a press or a focus outside of their container.
 *
 * @returns `container`: for the element around both; `button`: for the button, which `close` focuses
 */
export function usePopover() {
  const [isOpen, setIsOpen] = useState(false);
  const containerRef = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen && !isComposing(event)) close();
  };
  const closeFromOutside = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !containerRef.current?.contains(target)) setIsOpen(false);
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, [isOpen]);
  return { isOpen, setIsOpen, close, container: { ref: containerRef, onKeyDown }, button };
}

interface PopoverProps {
  readonly popover: ReturnType<typeof usePopover>;
  /** The class of the element around the button and what it opens. */
  readonly className: string | undefined;
  readonly panelClassName: string | undefined;
  /** The name of the button, and of what it opens, if it is not the text of the button. */
  readonly label: string | undefined;
  readonly busy?: boolean;
  /** What the button shows. */
  readonly face: ReactNode;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A button of the header and the popover under it. */
export function Popover({ popover, label, busy = false, onOpen, ...props }: PopoverProps) {
  const { isOpen, setIsOpen, close, container, button } = popover;
  const panelId = useId();
  const open = () => {
    setIsOpen(true);
    onOpen?.();
  };
  return (
    <div className={props.className} {...container}>
      <Button
        ref={button}
        kind="quiet"
        busy={busy}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={label}
        onClick={isOpen ? close : open}
      >
        {props.face}
      </Button>
      {isOpen ? (
        <section
          className={[styles.popover, props.panelClassName].join(' ')}
          id={panelId}
          // A press between its controls leaves the focus in it, so that Escape closes it.
          tabIndex={-1}
          aria-label={label}
        >
          {props.children}
        </section>
      ) : null}
    </div>
  );
}
