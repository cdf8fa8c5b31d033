import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';
import type { MachineUpdate } from './machine-update.ts';

const words = messages.update;

interface UpdateNoticeProps {
  readonly update: MachineUpdate;
  readonly onDismiss: () => void;
}

/** What a change of the machine has added, removed and retargeted, in development. */
export function UpdateNotice({ update, onDismiss }: UpdateNoticeProps) {
  const { isPending, problem, lines } = update;
  return (
    <section className={styles.moment} data-testid="machine-update">
      <p role="status">
        {problem === null
          ? isPending
            ? words.pending
            : words.changed(lines.length)
          : words.problem(problem)}
      </p>
      <ul className={styles.steps}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isPending ? null : <Button onClick={onDismiss}>{words.dismiss}</Button>}
    </section>
  );
}
