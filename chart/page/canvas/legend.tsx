import { messages } from '../messages.ts';
import styles from './canvas.module.css';

const words = messages.canvas.legend;

/** What the shapes and lines of the overview mean. */
export function Legend() {
  return (
    <ul className={styles.legend} aria-label={words.label}>
      <li data-sample="event">{words.event}</li>
      <li data-sample="answer">{words.answer}</li>
      <li data-sample="trouble">{words.trouble}</li>
      <li data-sample="invoke">{words.invoke}</li>
    </ul>
  );
}
