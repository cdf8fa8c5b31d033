import type { FeedTimer } from '#chart/feed/feed.types.ts';
import styles from './drawing.module.css';

/** A ring that fills until the delayed transition is due. */
export function TimerRing({ timer, x, y }: { timer: FeedTimer; x: number; y: number }) {
  const elapsed = Math.min(Math.max(Date.now() - timer.startedAt, 0), timer.delay);
  return (
    <g>
      <circle className={styles.ringTrack} cx={x} cy={y} r={5} />
      <circle
        key={timer.startedAt}
        className={styles.ring}
        cx={x}
        cy={y}
        r={5}
        pathLength={100}
        style={{ animationDuration: `${timer.delay}ms`, animationDelay: `${-elapsed}ms` }}
      >
        <title>{`${timer.delay} ms`}</title>
      </circle>
    </g>
  );
}
