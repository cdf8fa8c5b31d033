import type { ChartData, WrittenText } from '#chart/model/chart.types.ts';
import { messages } from '../messages.ts';
import styles from './panels.module.css';
import { SourceLink } from './source-link.tsx';

interface WrittenCodeProps {
  readonly data: ChartData;
  readonly text: WrittenText;
}

/** How a part of the machine is written, and the functions that it calls. */
export function WrittenCode({ data, text }: WrittenCodeProps) {
  const { texts } = data.details;
  return (
    <>
      <pre className={styles.code}>{text.code}</pre>
      {text.calls.length === 0 ? null : <h3>{messages.usage.calls}</h3>}
      {text.calls.map((location) => {
        const called = texts[location];
        return called === undefined ? null : (
          <details key={location} className={styles.small}>
            <summary>
              <code>{called.name}</code> {called.comment}
            </summary>
            <SourceLink location={location} />
            <pre className={styles.code}>{called.code}</pre>
          </details>
        );
      })}
    </>
  );
}
