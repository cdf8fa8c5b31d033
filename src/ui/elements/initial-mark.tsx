import styles from './initial-mark.module.css';

/** The mark of an organization or a person: the first letter of the name, which is beside it or in a label. */
export function InitialMark({ name }: { name: string }) {
  return (
    <span className={styles.mark} aria-hidden="true" translate="no">
      {firstLetter(name)}
    </span>
  );
}

/** Created on first use, because loading its data takes longer than rendering the login screen. */
let segmenter: Intl.Segmenter | null = null;

/** Returns the first grapheme, which can consist of several code points. */
function firstLetter(name: string): string {
  segmenter ??= new Intl.Segmenter();
  const [first] = segmenter.segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}
