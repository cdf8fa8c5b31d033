import type { ReactNode } from 'react';
import { Card, CardFooter } from '#src/ui/card.tsx';
import { messages } from './messages.ts';

/** A page that needs no session: a heading, what it has to say, and the way to the product. */
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
