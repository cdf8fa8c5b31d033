import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#src/brand/brand.ts';
import { Logo } from '#src/brand/logo.tsx';
import { wrapTextsInSpans } from '../elements/wrap-texts.tsx';
import { useLostFocus } from '../hooks/use-lost-focus.ts';
import { messages } from '../messages.ts';
import styles from './card.module.css';

interface CardProps {
  /** The title of the document (R1.19), and the heading. It has no data: the browser's history keeps titles. */
  readonly title: string;
  /** What the page is about: it stands in the title in place of the product (R1.19). */
  readonly organization?: string;
  readonly children: ReactNode;
}

/**
 * A page that consists of one card under the logo and the product's name. If the title is the product's name,
 * the logo is beside the title instead. The title takes a lost focus.
 */
export function Card({ title, organization = PRODUCT_NAME, children }: CardProps) {
  useLostFocus();
  const isBrand = title === PRODUCT_NAME;
  return (
    <main className={styles.page}>
      <title>{`${isBrand ? messages.signIn : title} - ${organization}`}</title>
      <div className={styles.card}>
        {isBrand ? null : <Brand />}
        <h1 className={isBrand ? styles.brandTitle : styles.title} tabIndex={-1}>
          {isBrand ? <Logo className={styles.largeLogo} /> : null}
          {wrapTextsInSpans(title)}
        </h1>
        {children}
      </div>
    </main>
  );
}

function Brand() {
  return (
    <p className={styles.brand}>
      <Logo className={styles.logo} />
      <span translate="no">{PRODUCT_NAME}</span>
    </p>
  );
}

/** The introduction under the title. */
export function LeadParagraph({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.lead} id={id}>
      {wrapTextsInSpans(children)}
    </p>
  );
}

/** Links and buttons at the end of a card. */
export function CardFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
