import { Component, type ReactNode } from 'react';
import { errorText } from '../../explore/values.ts';

interface PanelBoundaryProps {
  readonly children: ReactNode;
}

/** A panel whose failure is shown in its place: the drawing and the table do not depend on it. */
export class PanelBoundary extends Component<PanelBoundaryProps, { readonly error: string }> {
  static getDerivedStateFromError(error: unknown) {
    return { error: errorText(error) };
  }

  override state = { error: '' };

  override render() {
    const { error } = this.state;
    return error === '' ? this.props.children : <p role="alert">This panel failed: {error}</p>;
  }
}
