import styles from './emulator-ribbon.module.css';

/** Says, where nobody can miss it, that the provider is on this machine; absent from a real build. */
export function EmulatorRibbon() {
  return (
    <aside className={styles.ribbon} aria-label="Local emulator">
      <a className={styles.link} href="/_emulator" target="_blank" rel="noreferrer">
        Local emulator · inbox
      </a>
    </aside>
  );
}
