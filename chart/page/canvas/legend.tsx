import type { DetailLevel } from '#chart/model/chart.types.ts';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';

const words = messages.canvas.legend;

const EDGES = ['event', 'result', 'failure', 'outgoing', 'incoming', 'invoke'] as const;

/** The shapes and edges of each level. */
const SAMPLES = {
  map: ['main', ...EDGES],
  overview: EDGES,
  details: ['outgoing', 'incoming'],
} as const satisfies Readonly<Record<DetailLevel, readonly (keyof typeof words.samples)[]>>;

/** Explains the shapes and edges of a level, and the texts of the details. */
export function Legend({ level }: { readonly level: DetailLevel }) {
  return (
    <ul className={styles.legend} aria-label={words.label}>
      {level === 'details'
        ? words.texts.map(([sample, meaning]) => (
            <li key={sample} data-sample="text">
              <code>{sample}</code> {meaning}
            </li>
          ))
        : null}
      {SAMPLES[level].map((sample) => (
        <li key={sample} data-sample={sample}>
          {words.samples[sample]}
        </li>
      ))}
    </ul>
  );
}
