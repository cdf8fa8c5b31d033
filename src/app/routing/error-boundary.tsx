import { Component, type ReactNode, useEffect, useState } from 'react';
import { ErrorPage } from '../../ui/error-page.tsx';
import { LoadingOverlay } from '../../ui/loading-overlay.tsx';
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
    return error === null ? this.props.children : <UnexpectedErrorPage error={error} />;
  }
}

/** The error page, unless a reload mends the error or the page is being left (R1.8). */
export function UnexpectedErrorPage({ error }: { error: unknown }) {
  const [isRecovering, setIsRecovering] = useState(true);
  useEffect(() => {
    recoverFromImportFailure(error).then(() => setIsRecovering(false));
  }, [error]);
  return isRecovering ? <LoadingOverlay doing="restoring" /> : <ErrorPage kind="unexpected" />;
}
