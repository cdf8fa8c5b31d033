import { type MouseEvent, useEffect, useMemo } from 'react';
import { Button } from '#src/ui/button.tsx';
import styles from './canvas.module.css';
import { chartCards } from './cards.ts';
import type { Box, ChartGraph, ChartLayout, Direction } from './chart.types.ts';
import { collapse } from './collapse.ts';
import { Drawing } from './drawing.tsx';
import type { Highlights } from './highlights.ts';
import { messages } from './messages.ts';
import { useViewport } from './use-viewport.ts';

interface CanvasProps {
  readonly graph: ChartGraph;
  readonly layouts: Readonly<Record<Direction, ChartLayout>>;
  readonly direction: Direction;
  readonly onDirection: (direction: Direction) => void;
  readonly collapsed: ReadonlySet<string>;
  readonly onCollapse: (collapsed: ReadonlySet<string>) => void;
  readonly highlights: Highlights;
  /** The state to bring into view, and a number that changes when it is to be done again. */
  readonly focus: { readonly state: string | null; readonly turn: number };
  readonly onSelect: (state: string) => void;
}

const words = messages.canvas;

/** Below this scale a line of a card cannot be read. */
const OVERVIEW = 0.45;

/** The frame of the drawing: pan, zoom, fit, overview, direction, and what is closed. */
export function Canvas(props: CanvasProps) {
  const { graph, layouts, direction, collapsed, highlights, focus, onSelect } = props;
  const cards = useMemo(() => chartCards(graph), [graph]);
  const layout = useMemo(
    () => collapse(graph, layouts[direction], collapsed),
    [graph, layouts, direction, collapsed],
  );
  const viewport = useViewport(layout);
  const { view, box, all, show } = viewport;
  const isReady = box.width > 0;

  useEffect(() => {
    const target = focus.state === null ? undefined : boxOf(graph, layout, focus.state);
    if (!isReady || focus.turn < 0) return;
    if (target) show(around(target));
    else all();
  }, [isReady, focus, layout, graph, show, all]);

  const closable = graph.states.filter(({ kind, parent }) => kind !== 'leaf' && parent !== null);
  const stopDragged = (event: MouseEvent) => {
    if (viewport.wasDragged()) event.stopPropagation();
  };
  return (
    <div className={styles.canvas}>
      <div className={styles.tools}>
        <Button onClick={viewport.zoomIn} aria-label={words.zoomIn}>
          +
        </Button>
        <Button onClick={viewport.zoomOut} aria-label={words.zoomOut}>
          −
        </Button>
        <Button onClick={all}>{words.fit}</Button>
        <Button onClick={() => props.onDirection(direction === 'right' ? 'down' : 'right')}>
          {words.direction[direction === 'right' ? 'down' : 'right']}
        </Button>
        <Button
          onClick={() =>
            props.onCollapse(collapsed.size > 0 ? new Set() : new Set(closable.map(({ id }) => id)))
          }
        >
          {collapsed.size > 0 ? words.expandAll : words.collapseAll}
        </Button>
      </div>
      <section
        ref={viewport.frame}
        className={styles.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Its keys move and zoom.
        tabIndex={0}
        aria-label={words.label}
        {...viewport.handlers}
        onClickCapture={stopDragged}
      >
        <svg className={styles.svg} aria-hidden="true" data-ready={view !== null}>
          <defs>
            <marker
              id="chart-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path className={styles.arrow} d="M0 0 8 4 0 8Z" />
            </marker>
          </defs>
          {view ? (
            <g
              transform={`scale(${view.scale}) translate(${-view.x} ${-view.y})`}
              data-drawing={direction}
            >
              <Drawing
                graph={graph}
                cards={cards}
                layout={layout}
                collapsed={collapsed}
                highlights={highlights}
                isOverview={view.scale < OVERVIEW}
                onSelect={onSelect}
              />
            </g>
          ) : null}
        </svg>
      </section>
      {view ? (
        <Minimap
          layout={layout}
          active={highlights.active}
          seen={{
            x: view.x,
            y: view.y,
            width: box.width / view.scale,
            height: box.height / view.scale,
          }}
          onGo={viewport.centre}
        />
      ) : null}
    </div>
  );
}

interface MinimapProps {
  readonly layout: ChartLayout;
  readonly active: ReadonlySet<string>;
  readonly seen: Box;
  readonly onGo: (at: { x: number; y: number }) => void;
}

/** The whole drawing, small, with the part that is seen; a press goes there. */
function Minimap({ layout, active, seen, onGo }: MinimapProps) {
  const go = (event: MouseEvent<SVGSVGElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const scale = Math.min(bounds.width / layout.width, bounds.height / layout.height);
    const left = (bounds.width - layout.width * scale) / 2;
    const top = (bounds.height - layout.height * scale) / 2;
    onGo({
      x: (event.clientX - bounds.left - left) / scale,
      y: (event.clientY - bounds.top - top) / scale,
    });
  };
  const { width, height, boxes } = layout;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The frame's own keys move the chart.
    <svg
      className={styles.minimap}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={words.minimap}
      onClick={go}
    >
      {Object.entries(boxes).map(([id, box]) => (
        <rect key={id} {...box} className={active.has(id) ? styles.mapActive : styles.mapBox} />
      ))}
      <rect className={styles.mapSeen} {...seen} />
    </svg>
  );
}

/** A state inside a closed one is where that one is. */
function boxOf(graph: ChartGraph, layout: ChartLayout, id: string): Box | undefined {
  const box = layout.boxes[id];
  const parent = graph.states.find((state) => state.id === id)?.parent;
  return box ?? (parent ? boxOf(graph, layout, parent) : undefined);
}

/** A state is shown with what is around it. */
function around({ x, y, width, height }: Box): Box {
  return { x: x - 160, y: y - 120, width: width + 320, height: height + 240 };
}
