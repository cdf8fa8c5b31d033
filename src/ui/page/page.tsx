import type { ReactNode } from 'react';
import { ProgressStatus } from '../feedback/progress-status.tsx';
import { useLostFocus } from '../hooks/use-lost-focus.ts';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** For whom the page is. */
  readonly member: {
    /** The name of the organization, which the title of the document has, too (R1.19). */
    readonly session: { readonly organization: { readonly name: string } };
    /** The member is leaving for another organization: what is below the heading is held (R11.24). */
    readonly isSwitching: boolean;
  };
  readonly children: ReactNode;
}

/** The frame of a page behind the session gate. Its heading takes a focus that would get lost (R1.11). */
export function Page({ title, member: { session, isSwitching }, children }: PageProps) {
  useLostFocus();
  return (
    <main className={styles.page} aria-busy={isSwitching || undefined}>
      <title>{`${title} - ${session.organization.name}`}</title>
      <h1 className={styles.heading} tabIndex={-1}>
        {title}
      </h1>
      <ProgressStatus text={isSwitching && 'Switching organization. Please wait.'} />
      <div className={styles.content} inert={isSwitching}>
        {children}
      </div>
    </main>
  );
}
