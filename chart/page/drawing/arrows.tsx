import styles from './lines.module.css';

/** The heads of lines, by the colour of their line. */
const HEADS = ['plain', 'event', 'trouble', 'strong', 'cold', 'preview'] as const;

/** What the lines of a drawing end in; `lines.module.css` says which line has which. */
export function Arrows() {
  return (
    <defs>
      {HEADS.map((name) => (
        <marker
          key={name}
          id={`chart-arrow-${name}`}
          viewBox="0 0 8 8"
          refX="7.5"
          refY="4"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path className={styles[`${name}Head`]} d="M0 .5 8 4 0 7.5Z" />
        </marker>
      ))}
    </defs>
  );
}
