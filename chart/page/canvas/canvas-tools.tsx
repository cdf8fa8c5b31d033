import type { DetailLevel, LayoutDirection } from '#chart/model/chart.types.ts';
import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';

interface CanvasToolsProps {
  readonly graph: MachineGraph;
  readonly level: DetailLevel;
  readonly direction: LayoutDirection;
  readonly collapsed: ReadonlySet<string>;
  /** `null` when there is no machine to follow. */
  readonly isFollowing: boolean | null;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onShowEverything: () => void;
  readonly onLevel: () => void;
  readonly onDirection: (direction: LayoutDirection) => void;
  readonly onCollapse: (collapsed: ReadonlySet<string>) => void;
  readonly onFollow: (isFollowing: boolean) => void;
}

const words = messages.canvas;

/** The buttons above the drawing. */
export function CanvasTools(props: CanvasToolsProps) {
  const { graph, level, direction, collapsed, isFollowing } = props;
  const otherDirection: LayoutDirection = direction === 'right' ? 'down' : 'right';
  const collapsible = graph.states.filter(({ kind, parent }) => kind !== 'leaf' && parent !== null);
  const allOrNone = collapsed.size > 0 ? [] : collapsible.map(({ id }) => id);
  return (
    <div className={styles.tools}>
      <Button onClick={props.onZoomIn} aria-label={words.zoomIn}>
        +
      </Button>
      <Button onClick={props.onZoomOut} aria-label={words.zoomOut}>
        −
      </Button>
      <Button onClick={props.onShowEverything}>{words.fit}</Button>
      <Button onClick={props.onLevel}>
        {words.level[level === 'overview' ? 'details' : 'overview']}
      </Button>
      <Button onClick={() => props.onDirection(otherDirection)}>
        {words.direction[otherDirection]}
      </Button>
      <Button onClick={() => props.onCollapse(new Set(allOrNone))}>
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
