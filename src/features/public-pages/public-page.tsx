import type { ReactNode } from 'react';
import { Card, CardFooter } from '#src/ui/page/card.tsx';
import { messages } from './messages.ts';

/** The layout of a page that needs no session. */
export function PublicPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Card title={heading}>
      {children}
      <CardFooter>
        <a href="/">{messages.home}</a>
      </CardFooter>
    </Card>
  );
}
