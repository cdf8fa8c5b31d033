import type { Direction, Level } from '#chart/model/chart.types.ts';
import type { ChartGraph } from '#machines/explore/machine-graph.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';

interface CanvasToolsProps {
  readonly graph: ChartGraph;
  readonly level: Level;
  readonly direction: Direction;
  readonly collapsed: ReadonlySet<string>;
  readonly isFollowing: boolean | null;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onAll: () => void;
  readonly onLevel: () => void;
  readonly onDirection: (direction: Direction) => void;
  readonly onCollapse: (collapsed: ReadonlySet<string>) => void;
  readonly onFollow: (isFollowing: boolean) => void;
}

const words = messages.canvas;

/** The buttons over the drawing. */
export function CanvasTools(props: CanvasToolsProps) {
  const { graph, level, direction, collapsed, isFollowing } = props;
  const other: Direction = direction === 'right' ? 'down' : 'right';
  const closable = graph.states.filter(({ kind, parent }) => kind !== 'leaf' && parent !== null);
  const closed = collapsed.size > 0 ? [] : closable.map(({ id }) => id);
  return (
    <div className={styles.tools}>
      <Button onClick={props.onZoomIn} aria-label={words.zoomIn}>
        +
      </Button>
      <Button onClick={props.onZoomOut} aria-label={words.zoomOut}>
        −
      </Button>
      <Button onClick={props.onAll}>{words.fit}</Button>
      <Button onClick={props.onLevel}>
        {words.level[level === 'overview' ? 'details' : 'overview']}
      </Button>
      <Button onClick={() => props.onDirection(other)}>{words.direction[other]}</Button>
      <Button onClick={() => props.onCollapse(new Set(closed))}>
        {collapsed.size > 0 ? words.expandAll : words.collapseAll}
      </Button>
      {isFollowing === null ? null : (
        <Button aria-pressed={isFollowing} onClick={() => props.onFollow(!isFollowing)}>
          {words.follow}
        </Button>
      )}
    </div>
  );
}
