import type { MouseEvent } from 'react';
import type { Box, ChartLayout, Point } from '#chart/model/chart.types.ts';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';

interface MinimapProps {
  readonly layout: ChartLayout;
  readonly active: ReadonlySet<string>;
  readonly seen: Box;
  readonly onGo: (at: Point) => void;
}

/** The whole drawing, small, with the part that is seen; a press goes there. */
export function Minimap({ layout, active, seen, onGo }: MinimapProps) {
  const { width, height, boxes } = layout;
  const go = (event: MouseEvent<SVGSVGElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const scale = Math.min(bounds.width / width, bounds.height / height);
    const left = (bounds.width - width * scale) / 2;
    const top = (bounds.height - height * scale) / 2;
    onGo({
      x: (event.clientX - bounds.left - left) / scale,
      y: (event.clientY - bounds.top - top) / scale,
    });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The frame's own keys move the chart.
    <svg
      className={styles.minimap}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={messages.canvas.minimap}
      onClick={go}
    >
      {Object.entries(boxes).map(([id, box]) => (
        <rect key={id} {...box} className={active.has(id) ? styles.mapActive : styles.mapBox} />
      ))}
      <rect className={styles.mapSeen} {...seen} />
    </svg>
  );
}
