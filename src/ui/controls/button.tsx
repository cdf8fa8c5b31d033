import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from '../elements/spinner.tsx';
import { wrapTextsInSpans } from '../elements/wrap-texts.tsx';
import styles from './button.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `quiet` has no border; `link` looks like a link; `inline` is a link within a sentence. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'link' | 'inline';
  /** Whether the button's action is in progress. A busy button shows a spinner and ignores clicks. */
  readonly busy?: boolean;
  /** Ignores clicks, but keeps the focus, which `disabled` would drop. */
  readonly inactive?: boolean;
  /** Takes the full width. */
  readonly wide?: boolean;
}

/** A button that keeps the focus while it is busy or inactive. `disabled` is only for what R1.12 allows. */
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
  const ignoresClicks = busy || inactive;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // The second click of a double click is for what was there before: a row that has opened a dialog over it.
    if (ignoresClicks || event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={[styles.button, styles[kind], wide ? styles.wide : ''].join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={ignoresClicks || undefined}
      onClick={handleClick}
    >
      {busy ? <Spinner /> : null}
      {wrapTextsInSpans(children)}
    </button>
  );
}
