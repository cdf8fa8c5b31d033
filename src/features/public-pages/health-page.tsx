import { useCallback, useEffect, useState } from 'react';
import { Button } from '#src/ui/controls/button.tsx';
import { LeadParagraph } from '#src/ui/page/card.tsx';
import { DescriptionList } from './description-list.tsx';
import { messages } from './messages.ts';
import { PublicPage } from './public-page.tsx';

const { health } = messages;

/** What the app provides to the health page. */
export interface HealthServices {
  readonly build: {
    readonly version: string;
    /** Unique for each build. */
    readonly id: string;
    /** Whether the build uses the emulator. */
    readonly emulated: boolean;
  };
  /** Sends the provider one request; never rejects. Says after how many milliseconds it has answered. */
  readonly probe: () => Promise<
    { readonly answered: true; readonly milliseconds: number } | { readonly answered: false }
  >;
}

/** Shows the version, the build and whether the provider responds (R2.3). */
export function HealthPage({ services }: { services: HealthServices }) {
  const { build, probe } = services;
  const [status, setStatus] = useState<string | null>(null);
  const check = useCallback(() => {
    setStatus(null);
    probe().then((result) =>
      setStatus(result.answered ? health.available(result.milliseconds) : health.unavailable),
    );
  }, [probe]);
  useEffect(check, [check]);

  return (
    <PublicPage heading={health.heading}>
      <LeadParagraph>{health.ready}</LeadParagraph>
      <DescriptionList
        items={{
          [health.version]: build.version,
          [health.build]: (
            <code data-volatile translate="no">
              {build.id}
            </code>
          ),
          [health.provider]: build.emulated ? health.emulated : health.real,
          [health.status]: (
            <span role="status" data-volatile>
              {status ?? health.checking}
            </span>
          ),
        }}
      />
      <Button busy={status === null} onClick={check}>
        {health.checkAgain}
      </Button>
    </PublicPage>
  );
}
