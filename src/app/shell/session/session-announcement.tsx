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

/** Tells screen readers of a sign-in and of a switch (R1.19). The page shows the organization to the others. */
export function SessionAnnouncement({ organization, isArrival }: SessionAnnouncementProps) {
  const { id, name } = organization;
  const [text, setText] = useState<string | null>(null);
  const announcedId = useRef(isArrival ? null : id);

  useEffect(() => {
    if (announcedId.current === id) return;
    const sentence = announcedId.current === null ? messages.signedInTo : messages.switchedTo;
    // A region that appears together with its text is often not announced.
    const timer = setTimeout(() => {
      announcedId.current = id;
      setText(sentence);
    }, REGION_KNOWN_AFTER);
    return () => clearTimeout(timer);
  }, [id]);

  return (
    <div role="status" data-volatile>
      {text === null ? null : (
        <VisuallyHidden key={id}>
          <Sentence text={text} values={{ organization: name }} />
        </VisuallyHidden>
      )}
    </div>
  );
}
