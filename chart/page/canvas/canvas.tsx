import { type MouseEvent, type PointerEvent, useMemo, useState } from 'react';
import { chartCards } from '#chart/model/cards.ts';
import type { ChartLayouts, Direction } from '#chart/model/chart.types.ts';
import { collapse } from '#chart/model/collapse.ts';
import type { ChartGraph } from '#machines/explore/machine-graph.ts';
import { Arrows } from '../drawing/arrows.tsx';
import { Drawing } from '../drawing/drawing.tsx';
import type { Highlights } from '../drawing/highlights.ts';
import lineStyles from '../drawing/lines.module.css';
import { OverviewDrawing } from '../drawing/overview-drawing.tsx';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';
import { CanvasTools } from './canvas-tools.tsx';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import { HoveredCaption, HoveredLines } from './tooltip.tsx';
import { type Focus, useSight } from './use-camera.ts';
import { isSeen, seenBy } from './viewport.ts';

interface CanvasProps {
  readonly graph: ChartGraph;
  readonly layouts: ChartLayouts;
  readonly direction: Direction;
  readonly onDirection: (direction: Direction) => void;
  readonly collapsed: ReadonlySet<string>;
  readonly onCollapse: (collapsed: ReadonlySet<string>) => void;
  readonly highlights: Highlights;
  readonly focus: Focus;
  /** Whether the view goes where the machine goes; `null` where no machine runs. */
  readonly isFollowing: boolean | null;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onSelect: (state: string) => void;
}

const words = messages.canvas;

/** The frame of the drawing: pan, zoom, fit, overview, direction, and what is closed. */
export function Canvas(props: CanvasProps) {
  const { graph, layouts, direction, collapsed, highlights, focus, onSelect } = props;
  const [hovered, setHovered] = useState<string | null>(null);
  const cards = useMemo(() => chartCards(graph), [graph]);
  const both = useMemo(() => {
    const { overview, details } = layouts[direction];
    return {
      overview: collapse(graph, overview, collapsed, 'overview'),
      details: collapse(graph, details, collapsed, 'details'),
    };
  }, [graph, layouts, direction, collapsed]);
  const { level, layout, viewport, all, changeLevel, showState } = useSight({
    graph,
    layouts: both,
    focus,
    active: highlights.active,
    // Who looks at one state does not want to be taken away from it.
    isFollowing: props.isFollowing === true && highlights.selected === null,
    onPanned: () => {
      if (props.isFollowing === true) props.onFollow(false);
    },
  });
  const { view, box } = viewport;
  const pointed = graph.states.find(({ id }) => id === hovered);
  const stopDragged = (event: MouseEvent) => {
    if (viewport.wasDragged()) event.stopPropagation();
  };
  const point = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    setHovered(target.closest('[data-of]')?.getAttribute('data-of') ?? null);
  };
  const shared = { graph, layout, collapsed, highlights, onSelect, onEnter: showState };
  return (
    <div className={styles.canvas}>
      <CanvasTools
        graph={graph}
        level={level}
        direction={direction}
        collapsed={collapsed}
        isFollowing={props.isFollowing}
        onZoomIn={viewport.zoomIn}
        onZoomOut={viewport.zoomOut}
        onAll={all}
        onLevel={changeLevel}
        onDirection={props.onDirection}
        onCollapse={props.onCollapse}
        onFollow={props.onFollow}
      />
      <div className={styles.place}>
        <section
          ref={viewport.frame}
          className={styles.frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Its keys move and zoom.
          tabIndex={0}
          aria-label={words.label}
          {...viewport.handlers}
          onClickCapture={stopDragged}
          onPointerOver={point}
          onPointerLeave={() => setHovered(null)}
        >
          <svg className={styles.svg} aria-hidden="true" data-ready={view !== null}>
            <Arrows />
            {view ? (
              <g
                transform={`scale(${view.scale}) translate(${-view.x} ${-view.y})`}
                data-drawing={direction}
                data-level={level}
              >
                <g className={pointed ? lineStyles.background : ''}>
                  {level === 'overview' ? (
                    <OverviewDrawing {...shared} />
                  ) : (
                    <Drawing {...shared} cards={cards} />
                  )}
                </g>
                {pointed ? <HoveredLines graph={graph} layout={layout} state={pointed.id} /> : null}
              </g>
            ) : null}
          </svg>
          {pointed && level === 'overview' && pointed.id !== highlights.selected ? (
            <HoveredCaption graph={graph} state={pointed} />
          ) : null}
        </section>
        {view && !isSeen({ x: 0, y: 0, width: layout.width, height: layout.height }, view, box) ? (
          <Minimap
            layout={layout}
            active={highlights.active}
            seen={seenBy(view, box)}
            onGo={viewport.centre}
          />
        ) : null}
      </div>
      {level === 'overview' && highlights.hits === null ? <Legend /> : null}
    </div>
  );
}
