import styles from './emulator-ribbon.module.css';

/** Shows that the provider is the emulator, and links to its inbox. A build for the real provider has none. */
export function EmulatorRibbon() {
  return (
    <aside className={styles.ribbon} aria-label="Local emulator">
      <a
        className={styles.link}
        href="/_emulator"
        target="_blank"
        rel="noreferrer"
        suppressHydrationWarning
      >
        Local emulator · inbox
      </a>
    </aside>
  );
}
