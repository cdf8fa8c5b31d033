import { useEffect, useRef, useState } from 'react';
import type { Organization } from '#machines/rules/organization.ts';
import { REGION_KNOWN_AFTER } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { messages } from './messages.ts';

interface SessionAnnouncementProps {
  readonly organization: Organization;
  /** Whether the person has just signed in, so that the organization is news. */
  readonly isArrival: boolean;
}

/** Milliseconds after which a screen reader has said a short sentence, also behind another one. */
const SAID_AFTER = 5_000;

/** Tells screen readers of a sign-in and of a switch (R1.19). The page shows the organization to the others. */
export function SessionAnnouncement({ organization, isArrival }: SessionAnnouncementProps) {
  const { id, name } = organization;
  const [announced, setAnnounced] = useState<{ text: string; name: string } | null>(null);
  const announcedId = useRef(isArrival ? null : id);

  useEffect(() => {
    if (announcedId.current === id) return;
    const text = announcedId.current === null ? messages.signedInTo : messages.switchedTo;
    // A region that appears together with its text is often not announced.
    const timer = setTimeout(() => {
      announcedId.current = id;
      setAnnounced({ text, name });
    }, REGION_KNOWN_AFTER);
    return () => clearTimeout(timer);
  }, [id, name]);

  useEffect(() => {
    if (announced === null) return;
    // A screen reader that reads the page later must not find it.
    const timer = setTimeout(() => setAnnounced(null), SAID_AFTER);
    return () => clearTimeout(timer);
  }, [announced]);

  return (
    <div role="status" data-volatile>
      {announced === null ? null : (
        <VisuallyHidden key={announced.name}>
          <Sentence text={announced.text} values={{ organization: announced.name }} />
        </VisuallyHidden>
      )}
    </div>
  );
}
