import { useRef } from 'react';
import { CopyButton } from '#src/ui/controls/copy-button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { messages } from '../messages.ts';

const { sentence, copy } = messages.inAppBrowser;

/** Says that Google refuses this browser, and copies the address of the page for another one (R4.11). */
export function InAppBrowser() {
  const address = useRef<HTMLElement>(null);
  const { href } = window.location;
  return (
    <Notice notice={{ tone: 'info', text: sentence }}>
      <code ref={address} translate="no">
        {href}
      </code>
      <CopyButton text={href} label={copy} kind="link" source={address}>
        {copy}
      </CopyButton>
    </Notice>
  );
}
