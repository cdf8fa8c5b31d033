import { useEffect, useRef, useState } from 'react';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { VisuallyHidden } from '#src/ui/elements/visually-hidden.tsx';
import { useAnnouncement } from '#src/ui/hooks/use-announcement.ts';
import { messages } from './messages.ts';

interface SessionLiveRegionProps {
  readonly session: SignedInSession;
  /** Whether the person has just signed in, so that the organization is news. */
  readonly isArrival: boolean;
  /** Whether a notice tells what the sign-in or the switch has led to. */
  readonly isTold: boolean;
}

interface Announced extends Pick<Organization, 'id' | 'name'> {
  readonly text: string;
}

/** Milliseconds after which a screen reader has said a short sentence, also behind another one. */
const SAID_AFTER = 5_000;

/**
 * Tells screen readers of a sign-in, as a member or as a support person (R12.2), and of a switch (R1.19). The page shows
 * the organization and the impersonation to the others. A notice about the result takes its place, so that
 * nothing is announced twice.
 */
export function SessionLiveRegion({ session, isArrival, isTold }: SessionLiveRegionProps) {
  const { id, name } = session.organization;
  const arrived = session.impersonated ? messages.impersonatingIn : messages.signedInTo;
  const region = useRef<HTMLDivElement>(null);
  const [announced, setAnnounced] = useState<Announced | null>(
    isArrival && !isTold ? { text: arrived, id, name } : null,
  );
  const [lastId, setLastId] = useState(id);
  if (id !== lastId) {
    setLastId(id);
    setAnnounced(isTold ? null : { text: messages.switchedTo, id, name });
  }
  useAnnouncement(region, announced?.id);

  useEffect(() => {
    if (announced === null) return;
    // A screen reader that reads the page later must not find it.
    const timer = setTimeout(() => setAnnounced(null), SAID_AFTER);
    return () => clearTimeout(timer);
  }, [announced]);

  return (
    <div role="status" ref={region} data-volatile>
      {announced === null ? null : (
        <VisuallyHidden key={announced.id}>
          <Sentence text={announced.text} values={{ organization: announced.name }} />
        </VisuallyHidden>
      )}
    </div>
  );
}
