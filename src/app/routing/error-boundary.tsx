import { Component, type ReactNode, useEffect, useState } from 'react';
import { LoadingOverlay } from '../../ui/feedback/loading-overlay.tsx';
import { messages } from '../../ui/messages.ts';
import { ErrorPage } from '../../ui/page/error-page.tsx';
import { recoverFromImportFailure } from '../stale-build.ts';

interface State {
  readonly error: unknown;
}

/** Shows the error page for what the sign-in throws. The pages behind it have the router's (R1.8). */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <UnexpectedErrorPage error={error} onShowAgain={() => this.setState({ error: null })} />;
  }
}

interface UnexpectedErrorPageProps {
  readonly error: unknown;
  /** Renders the failed part again. The auth actor keeps its state, so a notice that is shown once is shown again. */
  readonly onShowAgain: () => void;
}

/** The error page, unless a reload mends the error or the page is being left (R1.8). */
export function UnexpectedErrorPage({ error, onShowAgain }: UnexpectedErrorPageProps) {
  const [isRecovering, setIsRecovering] = useState(true);
  useEffect(() => {
    recoverFromImportFailure(error).then(() => setIsRecovering(false));
  }, [error]);
  if (isRecovering) return <LoadingOverlay doing="restoring" />;
  return <ErrorPage {...messages.unexpected} onShowAgain={onShowAgain} />;
}
