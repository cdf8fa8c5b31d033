import type { MouseEvent } from 'react';
import type { Box, ChartLayout, Point } from '#chart/model/chart.types.ts';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';

interface MinimapProps {
  readonly layout: ChartLayout;
  readonly active: ReadonlySet<string>;
  readonly visible: Box;
  readonly onSelect: (point: Point) => void;
}

/** A small copy of the whole drawing that marks the visible part; a click moves the view there. */
export function Minimap({ layout, active, visible, onSelect }: MinimapProps) {
  const { width, height, boxes } = layout;
  const select = (event: MouseEvent<SVGSVGElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const scale = Math.min(bounds.width / width, bounds.height / height);
    const left = (bounds.width - width * scale) / 2;
    const top = (bounds.height - height * scale) / 2;
    onSelect({
      x: (event.clientX - bounds.left - left) / scale,
      y: (event.clientY - bounds.top - top) / scale,
    });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The keys of the frame move the chart.
    <svg
      className={styles.minimap}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={messages.canvas.minimap}
      onClick={select}
    >
      {Object.entries(boxes).map(([id, box]) => (
        <rect key={id} {...box} className={active.has(id) ? styles.mapActive : styles.mapBox} />
      ))}
      <rect className={styles.mapVisible} {...visible} />
    </svg>
  );
}
