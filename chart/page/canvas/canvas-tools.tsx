import type { DetailLevel } from '#chart/model/chart.types.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';

interface CanvasToolsProps {
  readonly level: DetailLevel;
  readonly isFollowing: boolean;
  /** Whether the coverage lies over the drawing. */
  readonly isCovered: boolean;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onShowEverything: () => void;
  readonly onLevel: (level: DetailLevel) => void;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onCover: (isCovered: boolean) => void;
}

const words = messages.canvas;

const LEVELS: readonly DetailLevel[] = ['map', 'overview', 'details'];

/** The buttons above the drawing. */
export function CanvasTools(props: CanvasToolsProps) {
  const { level, isFollowing, isCovered } = props;
  return (
    <div className={styles.tools}>
      <Button onClick={props.onZoomIn} aria-label={words.zoomIn}>
        +
      </Button>
      <Button onClick={props.onZoomOut} aria-label={words.zoomOut}>
        −
      </Button>
      <Button onClick={props.onShowEverything}>{words.fit}</Button>
      {LEVELS.map((each) => (
        <Button key={each} aria-pressed={each === level} onClick={() => props.onLevel(each)}>
          {words.level[each]}
        </Button>
      ))}
      <Button aria-pressed={isFollowing} onClick={() => props.onFollow(!isFollowing)}>
        {words.follow}
      </Button>
      <Button aria-pressed={isCovered} onClick={() => props.onCover(!isCovered)}>
        {words.coverage}
      </Button>
    </div>
  );
}
