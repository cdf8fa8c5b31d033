import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isComposing } from '#src/ui/hooks/is-composing.ts';

/**
 * Opens and closes a popover beside its button. Escape closes it, and a press or a focus outside of their container.
 *
 * @returns `container`: for the element around both; `button`: for the button, which `close` focuses
 */
export function usePopup() {
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
