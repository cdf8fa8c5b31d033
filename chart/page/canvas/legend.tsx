import { messages } from '../messages.ts';
import styles from './canvas.module.css';

const words = messages.canvas.legend;

/** Explains the shapes and edges of the overview. */
export function Legend() {
  return (
    <ul className={styles.legend} aria-label={words.label}>
      <li data-sample="event">{words.event}</li>
      <li data-sample="result">{words.result}</li>
      <li data-sample="failure">{words.failure}</li>
      <li data-sample="invoke">{words.invoke}</li>
    </ul>
  );
}
