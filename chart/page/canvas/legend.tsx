import { messages } from '../messages.ts';
import styles from './canvas.module.css';

const words = messages.canvas.legend;

/** Explains the shapes and edges of the map and the overview. */
export function Legend({ hasMain }: { readonly hasMain: boolean }) {
  return (
    <ul className={styles.legend} aria-label={words.label}>
      {hasMain ? <li data-sample="main">{words.main}</li> : null}
      <li data-sample="event">{words.event}</li>
      <li data-sample="result">{words.result}</li>
      <li data-sample="failure">{words.failure}</li>
      <li data-sample="outgoing">{words.outgoing}</li>
      <li data-sample="incoming">{words.incoming}</li>
      <li data-sample="invoke">{words.invoke}</li>
    </ul>
  );
}
