import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';
import styles from './panels.module.css';

interface SourceLinkProps {
  /** `path:line`; `undefined` before it is loaded. */
  readonly location: string | undefined;
}

/** The file and the line where a part of the machine is written. In development, a click opens it in the editor. */
export function SourceLink({ location }: SourceLinkProps) {
  if (location === undefined) return null;
  const name = location.slice(location.lastIndexOf('/') + 1);
  if (!import.meta.env.DEV) {
    return (
      <small className={styles.source} title={location}>
        {name}
      </small>
    );
  }
  const open = () => fetch(`/__open-in-editor?file=${encodeURIComponent(location)}`);
  return (
    <Button kind="inline" onClick={open} title={messages.states.openInEditor(location)}>
      {name}
    </Button>
  );
}
