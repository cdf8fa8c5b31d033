import { type ReactNode, useEffect, useRef } from 'react';
import { Logo, PRODUCT_NAME } from './brand.tsx';
import styles from './card.module.css';

interface CardProps {
  /** Names the page and the tab. */
  readonly title: string;
  /** It stands under a header that has the logo already. */
  readonly underHeader?: boolean;
  readonly children: ReactNode;
}

/**
 * A page that is one card under the logo and name: sign-in, the error page, and what stands in for them.
 * A card that is titled with the name itself has the logo beside its title.
 *
 * When a change of the screen took the focus away, the title has it, so that a keyboard goes on from here and
 * a screen reader says where one is; whatever inside the card knows a better place takes it first.
 */
export function Card({ title, underHeader = false, children }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isBrand = title === PRODUCT_NAME;
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
  return (
    <main className={styles.page}>
      <title>{isBrand ? title : `${title} · ${PRODUCT_NAME}`}</title>
      <div className={styles.card}>
        {isBrand || underHeader ? null : <Brand />}
        <h1 className={isBrand ? styles.brandTitle : styles.title} ref={heading} tabIndex={-1}>
          {isBrand ? <Logo className={styles.largeLogo} /> : null}
          {title}
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
      {PRODUCT_NAME}
    </p>
  );
}

/** The sentence under a title. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={styles.lead}>{children}</p>;
}

/** The ways on from a card, at its end. */
export function CardFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
