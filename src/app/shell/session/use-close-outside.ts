import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Closes a popover on a press or a focus outside of its container.
 *
 * @param container contains the popover and the button that opens it
 * @param isOpen whether there is something to close
 */
export function useCloseOutside(
  container: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  const closeFromOutside = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !container.current?.contains(target)) onClose();
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
}
