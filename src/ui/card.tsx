import { type ReactNode, useEffect, useRef } from 'react';
import { Logo, PRODUCT_NAME } from './brand.tsx';
import styles from './card.module.css';

interface CardProps {
  /** Names the page and the tab. */
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * A page that is one card under the logo and name: sign-in, the error page, and what stands in for them.
 * A card that is titled with the name itself has the logo beside its title.
 */
export function Card({ title, children }: CardProps) {
  return (
    <main className={styles.page}>
      <title>{title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`}</title>
      <div className={styles.card}>
        {title === PRODUCT_NAME ? null : <Brand />}
        <Title>{title}</Title>
        {children}
      </div>
    </main>
  );
}

/**
 * The heading of a card. When the screen before it took the focus away with it, the title has it, so that
 * a keyboard goes on from here and a screen reader says where one is.
 */
function Title({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  const brand = children === PRODUCT_NAME;
  return (
    <h1 className={brand ? styles.brandTitle : styles.title} ref={title} tabIndex={-1}>
      {brand ? <Logo className={styles.largeLogo} /> : null}
      {children}
    </h1>
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
