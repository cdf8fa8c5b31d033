import { type MouseEvent, type PointerEvent, useMemo, useState } from 'react';
import { chartCards } from '#chart/model/cards.ts';
import type { ChartLayouts, LayoutDirection } from '#chart/model/chart.types.ts';
import { withCollapsedStates } from '#chart/model/collapse.ts';
import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import { ArrowHeads } from '../drawing/arrows.tsx';
import { Drawing } from '../drawing/drawing.tsx';
import edgeStyles from '../drawing/edges.module.css';
import type { Highlights } from '../drawing/highlights.ts';
import { OverviewDrawing } from '../drawing/overview-drawing.tsx';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';
import { CanvasTools } from './canvas-tools.tsx';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import { HoveredEdges, StateTooltip } from './tooltip.tsx';
import { type StateToShow, useCamera } from './use-camera.ts';
import { isFullyVisible, visibleArea } from './viewport.ts';

interface CanvasProps {
  readonly graph: MachineGraph;
  readonly layouts: ChartLayouts;
  readonly direction: LayoutDirection;
  readonly onDirection: (direction: LayoutDirection) => void;
  readonly collapsed: ReadonlySet<string>;
  readonly onCollapse: (collapsed: ReadonlySet<string>) => void;
  readonly highlights: Highlights;
  readonly stateToShow: StateToShow;
  /** Whether the view follows the active states; `null` when there is no machine to follow. */
  readonly isFollowing: boolean | null;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onSelect: (state: string) => void;
}

const words = messages.canvas;

/** The drawing in its frame, with its tools, tooltip, minimap and legend. */
export function Canvas(props: CanvasProps) {
  const { graph, layouts, direction, collapsed, highlights, stateToShow, onSelect } = props;
  const [hovered, setHovered] = useState<string | null>(null);
  const cards = useMemo(() => chartCards(graph), [graph]);
  const collapsedLayouts = useMemo(() => {
    const { overview, details } = layouts[direction];
    return {
      overview: withCollapsedStates(graph, overview, collapsed, 'overview'),
      details: withCollapsedStates(graph, details, collapsed, 'details'),
    };
  }, [graph, layouts, direction, collapsed]);
  const { level, layout, viewport, showEverything, changeLevel, showState } = useCamera({
    graph,
    layouts: collapsedLayouts,
    stateToShow,
    active: highlights.active,
    // A selected state stays in view.
    isFollowing: props.isFollowing === true && highlights.selected === null,
    onPanned: () => {
      if (props.isFollowing === true) props.onFollow(false);
    },
  });
  const { view, frameSize } = viewport;
  const hoveredState = graph.states.find(({ id }) => id === hovered);
  const ignoreClickAfterDrag = (event: MouseEvent) => {
    if (viewport.wasDragged()) event.stopPropagation();
  };
  const hover = ({ target, pointerType }: PointerEvent) => {
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
        onShowEverything={showEverything}
        onLevel={changeLevel}
        onDirection={props.onDirection}
        onCollapse={props.onCollapse}
        onFollow={props.onFollow}
      />
      <div className={styles.viewport}>
        <section
          ref={viewport.frame}
          className={styles.frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Its keys pan and zoom.
          tabIndex={0}
          aria-label={words.label}
          {...viewport.listeners}
          onClickCapture={ignoreClickAfterDrag}
          onPointerOver={hover}
          onPointerLeave={() => setHovered(null)}
        >
          <svg className={styles.svg} aria-hidden="true" data-ready={view !== null}>
            <ArrowHeads />
            {view ? (
              <g
                transform={`scale(${view.scale}) translate(${-view.x} ${-view.y})`}
                data-drawing={direction}
                data-level={level}
              >
                <g className={hoveredState ? edgeStyles.background : ''}>
                  {level === 'overview' ? (
                    <OverviewDrawing {...shared} />
                  ) : (
                    <Drawing {...shared} cards={cards} />
                  )}
                </g>
                {hoveredState ? (
                  <HoveredEdges graph={graph} layout={layout} state={hoveredState.id} />
                ) : null}
              </g>
            ) : null}
          </svg>
          {hoveredState && level === 'overview' && hoveredState.id !== highlights.selected ? (
            <StateTooltip graph={graph} state={hoveredState} />
          ) : null}
        </section>
        {view &&
        !isFullyVisible(
          { x: 0, y: 0, width: layout.width, height: layout.height },
          view,
          frameSize,
        ) ? (
          <Minimap
            layout={layout}
            active={highlights.active}
            visible={visibleArea(view, frameSize)}
            onSelect={viewport.centreOn}
          />
        ) : null}
      </div>
      {level === 'overview' && highlights.hits === null ? <Legend /> : null}
    </div>
  );
}
