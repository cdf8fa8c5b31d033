import type { ReactNode } from 'react';
import { ProgressStatus } from '../feedback/progress-status.tsx';
import { useLostFocus } from '../hooks/use-lost-focus.ts';
import { messages } from '../messages.ts';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The member who sees the page. */
  readonly member: {
    /** The title of the document ends with the name of the organization (R1.19). */
    readonly session: { readonly organization: { readonly name: string } };
    /** While the member switches to another organization, the content below the heading is inert (R11.24). */
    readonly isSwitching: boolean;
  };
  readonly children: ReactNode;
}

/** The frame of a page behind the sign-in. When an element that had the focus disappears, the heading takes it (R1.11). */
export function Page({ title, member: { session, isSwitching }, children }: PageProps) {
  useLostFocus();
  return (
    <main className={styles.page} aria-busy={isSwitching || undefined}>
      <title>{`${title} - ${session.organization.name}`}</title>
      <h1 className={styles.heading} tabIndex={-1}>
        {title}
      </h1>
      <ProgressStatus text={isSwitching && messages.switching} />
      <div className={styles.content} inert={isSwitching}>
        {children}
      </div>
    </main>
  );
}
