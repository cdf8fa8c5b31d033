import type { ReactNode } from 'react';
import { useSettled } from './use-settled.ts';

interface SettledStatusProps {
  readonly className: string | undefined;
  readonly text: string;
  /** Takes the place of the text, and is announced at once. */
  readonly children?: ReactNode;
}

/** A status that is seen at once, and announced when it has stopped changing (R1.23). */
export function SettledStatus({ className, text, children = null }: SettledStatusProps) {
  const settled = useSettled(text);
  return (
    <>
      <p className={className} role="status">
        {children ?? settled}
      </p>
      {children === null && settled !== text ? (
        <p className={className} aria-hidden="true">
          {text}
        </p>
      ) : null}
    </>
  );
}
