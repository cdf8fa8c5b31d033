import styles from './edges.module.css';

/** One arrow head for each colour of an edge. */
const HEADS = [
  'plain',
  'event',
  'failure',
  'strong',
  'cold',
  'preview',
  'main',
  'incoming',
] as const;

/** Defines the arrow heads that `edges.module.css` refers to. */
export function ArrowHeads() {
  return (
    <defs>
      {HEADS.map((name) => (
        <marker
          key={name}
          id={`chart-arrow-${name}`}
          viewBox="0 0 8 8"
          refX="7.5"
          refY="4"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path className={styles[`${name}Head`]} d="M0 .5 8 4 0 7.5Z" />
        </marker>
      ))}
    </defs>
  );
}
