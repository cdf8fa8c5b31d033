import { type ReactNode, type RefObject, useRef } from 'react';
import { ProgressStatus } from '../feedback/progress-status.tsx';
import { useLostFocus } from '../hooks/use-lost-focus.ts';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The name of the organization, which the title of the document has, too (R1.19). */
  readonly organization: string;
  /** The member is leaving for another organization. */
  readonly isSwitching: boolean;
  /** The heading, for parts of the page that give it the focus with `useLostFocus`. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly children: ReactNode;
}

/** The frame of a page behind the session gate. Its heading takes a focus that would get lost (R1.11). */
export function Page({ title, organization, isSwitching, heading, children }: PageProps) {
  const ownHeading = useRef<HTMLHeadingElement>(null);
  const ref = heading ?? ownHeading;
  useLostFocus(ref);
  return (
    <main className={styles.page} aria-busy={isSwitching || undefined}>
      <title>{`${title} - ${organization}`}</title>
      <h1 className={styles.heading} ref={ref} tabIndex={-1}>
        {title}
      </h1>
      <ProgressStatus text={isSwitching && 'Switching organization. Please wait.'} />
      {children}
    </main>
  );
}
