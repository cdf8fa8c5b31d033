import { useState } from 'react';
import { Logo } from '#src/brand/logo.tsx';
import { messages } from '../messages.ts';

/**
 * The full-screen loading overlay (R1.3). It fades in with a delay, so that short waits do not show it, unless it
 * replaces the first paint of index.html, which looks the same (R1.9).
 */
export function LoadingOverlay({ doing }: { doing: keyof typeof messages.loading }) {
  const [replacesFirstPaint] = useState(isFirstPaintVisible);
  return (
    <main className="loading-overlay" data-immediate={replacesFirstPaint || undefined}>
      <Logo />
      <p role="status">{messages.loading[doing]}</p>
    </main>
  );
}

/** The document shows its logo until the product has rendered. */
function isFirstPaintVisible(): boolean {
  return document.documentElement.dataset.firstPaint !== 'app';
}
