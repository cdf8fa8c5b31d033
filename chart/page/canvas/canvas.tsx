import {
  type MouseEvent,
  type PointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { chartCards } from '#chart/model/cards.ts';
import type { ChartLayouts, PageReturn, Point } from '#chart/model/chart.types.ts';
import { activeInside, mapGraph } from '#chart/model/map.ts';
import { edgeLabels } from '#chart/model/overview.ts';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import { ArrowHeads } from '../drawing/arrows.tsx';
import { Drawing } from '../drawing/drawing.tsx';
import edgeStyles from '../drawing/edges.module.css';
import { activeLeaves, type Highlights, highlightsOfMap } from '../drawing/highlights.ts';
import { OverviewDrawing } from '../drawing/overview-drawing.tsx';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';
import { CanvasTools } from './canvas-tools.tsx';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import { HoveredEdges, StateTooltip } from './tooltip.tsx';
import { type StateToShow, useCamera } from './use-camera.ts';
import { useRovingFocus } from './use-roving-focus.ts';
import { isFullyVisible, visibleArea, withBoxInView } from './viewport.ts';

interface CanvasProps {
  readonly graph: MachineGraph;
  readonly layouts: ChartLayouts;
  /** The ids of the transitions of the main path. */
  readonly mainPath: readonly string[];
  readonly returns: readonly PageReturn[];
  readonly mapNotes: Readonly<Record<string, string>>;
  readonly highlights: Highlights;
  readonly stateToShow: StateToShow;
  /** Whether the view follows the active states. */
  readonly isFollowing: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
  /** Whether the coverage lies over the drawing. */
  readonly isCovered: boolean;
  readonly onCover: (isCovered: boolean) => void;
  readonly onSelect: (state: string) => void;
}

/** The state under the pointer, and the position in the frame where the pointer reached it. */
interface Hovered {
  readonly state: string;
  readonly at: Point;
}

const words = messages.canvas;

const NO_EDGES: ReadonlySet<string> = new Set();
const NO_NOTES = {};

/** The drawing in its frame, with its tools, tooltip, minimap and legend. */
export function Canvas(props: CanvasProps) {
  const { graph, layouts, mainPath, returns, highlights, stateToShow, onSelect } = props;
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const cards = useMemo(() => chartCards(graph), [graph]);
  const map = useMemo(() => mapGraph(graph, returns), [graph, returns]);
  const mainEdges = useMemo(() => new Set(edgeLabels(map, mainPath).keys()), [map, mainPath]);
  const { level, layout, viewport, showEverything, changeLevel, showState } = useCamera({
    graph,
    layouts,
    stateToShow,
    active: highlights.active,
    // What is selected stays in view.
    isFollowing: props.isFollowing && highlights.neighbourhood === null,
    onPanned: () => {
      if (props.isFollowing) props.onFollow(false);
    },
  });
  const { view, frameSize } = viewport;
  const hoveredState = graph.states.find(({ id }) => id === hovered?.state);
  const ignoreClickAfterDrag = (event: MouseEvent) => {
    if (viewport.wasDragged()) event.stopPropagation();
  };
  const hover = (event: PointerEvent) => {
    const { target, currentTarget, clientX, clientY } = event;
    if (event.pointerType === 'touch' || !(target instanceof Element)) return;
    // The pointer may move onto the description, which stays.
    if (target.closest('[data-tooltip]') !== null) return;
    const state = target.closest('[data-of]')?.getAttribute('data-of') ?? null;
    const { left, top } = currentTarget.getBoundingClientRect();
    setHovered(state === null ? null : { state, at: { x: clientX - left, y: clientY - top } });
  };
  const [activeLeaf] = activeLeaves(highlights.active);
  const states = useRovingFocus({
    frame: viewport.frame,
    layout,
    isDrawn: view !== null,
    preferred: highlights.selected ?? activeLeaf,
    reveal: (box) =>
      viewport.moveView((current, frame) => current && withBoxInView(current, box, frame)),
    onSelect,
  });
  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
    if (!states.onKeyDown(event)) viewport.listeners.onKeyDown(event);
  };
  useDismissal(viewport.frame, hovered !== null, () => setHovered(null));
  const shownGraph = level === 'map' ? map : graph;
  const shownHighlights = useMemo(
    () => (level === 'map' ? highlightsOfMap(map, highlights) : highlights),
    [level, map, highlights],
  );
  // A step inside a closed state shows, too.
  const notes = useMemo(
    () => ({ ...props.mapNotes, ...activeInside(map, activeLeaves(highlights.active)) }),
    [props.mapNotes, map, highlights.active],
  );
  const shared = {
    graph: shownGraph,
    layout,
    highlights: shownHighlights,
    onSelect,
    onEnter: showState,
  };
  return (
    <div className={styles.canvas}>
      <CanvasTools
        level={level}
        isFollowing={props.isFollowing}
        isCovered={props.isCovered}
        onZoomIn={viewport.zoomIn}
        onZoomOut={viewport.zoomOut}
        onShowEverything={() => showEverything()}
        onLevel={changeLevel}
        onFollow={props.onFollow}
        onCover={props.onCover}
      />
      <div className={styles.viewport}>
        <section
          ref={viewport.frame}
          className={styles.frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Its keys pan and zoom.
          tabIndex={0}
          aria-label={words.label}
          {...viewport.listeners}
          onKeyDown={onKeyDown}
          onFocus={states.onFocus}
          onClickCapture={ignoreClickAfterDrag}
          onPointerOver={hover}
          onPointerLeave={() => setHovered(null)}
        >
          <svg className={styles.svg} role="presentation" data-ready={view !== null}>
            <ArrowHeads />
            {view ? (
              <g
                transform={`scale(${view.scale}) translate(${-view.x} ${-view.y})`}
                data-drawing=""
                data-level={level}
              >
                <g
                  className={hoveredState ? edgeStyles.background : ''}
                  role="listbox"
                  aria-label={words.states}
                >
                  {level === 'details' ? (
                    <Drawing {...shared} cards={cards} />
                  ) : (
                    <OverviewDrawing
                      {...shared}
                      main={level === 'map' ? mainEdges : NO_EDGES}
                      notes={level === 'map' ? notes : NO_NOTES}
                    />
                  )}
                </g>
                {hoveredState ? (
                  <HoveredEdges graph={shownGraph} layout={layout} state={hoveredState.id} />
                ) : null}
              </g>
            ) : null}
          </svg>
          {hovered &&
          hoveredState &&
          level !== 'details' &&
          hoveredState.id !== highlights.selected ? (
            <StateTooltip
              graph={graph}
              state={hoveredState}
              at={hovered.at}
              frame={frameSize}
              onSelect={onSelect}
            />
          ) : null}
        </section>
        {/* The map is small enough without one, which would cover a third of it on a phone. */}
        {view &&
        level !== 'map' &&
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
      {highlights.hits === null ? <Legend level={level} /> : null}
    </div>
  );
}

/**
 * The key Escape dismisses what the pointer shows, and so does the pointer outside the frame: a browser does not tell
 * that it has left an element that was replaced under it.
 */
function useDismissal(
  frame: RefObject<HTMLElement | null>,
  isShown: boolean,
  dismiss: () => void,
): void {
  const latest = useRef(dismiss);
  latest.current = dismiss;
  useEffect(() => {
    if (!isShown) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') latest.current();
    };
    const onPointerOver = ({ target }: Event) => {
      if (!(target instanceof Node && frame.current?.contains(target))) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerover', onPointerOver);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerover', onPointerOver);
    };
  }, [frame, isShown]);
}
