import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `quiet` has no frame until it is pointed at; `link` looks like one; `inline` is a link in a sentence. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'link' | 'inline';
  /** What it started is under way: it keeps the focus and does nothing. */
  readonly busy?: boolean;
  /** It cannot be used now, and keeps the focus (`disabled` would drop it). */
  readonly inactive?: boolean;
  /** Takes the whole width. */
  readonly wide?: boolean;
}

/**
 * A button that never loses the focus by itself: busy or inactive it stays where it is and answers nothing.
 * `disabled` is only for what a requirement calls disabled (R1.12).
 */
export function Button({
  kind = 'secondary',
  busy = false,
  inactive = false,
  wide = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const resting = busy || inactive;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (resting) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={[styles.button, styles[kind], wide ? styles.wide : ''].join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={resting || undefined}
      onClick={click}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}
