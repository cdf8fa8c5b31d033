import { useCallback, useEffect, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Lead } from '#src/ui/card.tsx';
import { DescriptionItem, DescriptionList } from './description-list.tsx';
import { messages } from './messages.ts';
import { PublicPage } from './public-page.tsx';
import type { HealthServices } from './public-pages.types.ts';

const { health } = messages;

/** Whether the product works here, for whoever runs it (R2.3): app, build, provider. */
export function HealthPage({ services }: { services: HealthServices }) {
  const { build, probe } = services;
  const [status, setStatus] = useState<string | null>(null);
  const ask = useCallback(() => {
    setStatus(null);
    probe().then((answer) =>
      setStatus(answer.answered ? health.answered(answer.milliseconds) : health.silent),
    );
  }, [probe]);
  useEffect(ask, [ask]);

  return (
    <PublicPage heading={health.heading}>
      <Lead>{health.ready}</Lead>
      <DescriptionList>
        <DescriptionItem name={health.version}>{build.version}</DescriptionItem>
        <DescriptionItem name={health.build}>
          <code data-volatile>{build.id}</code>
        </DescriptionItem>
        <DescriptionItem name={health.provider}>
          {build.emulated ? health.emulated : health.real}
        </DescriptionItem>
        <DescriptionItem name={health.status}>
          <span role="status" data-volatile>
            {status ?? health.asking}
          </span>
        </DescriptionItem>
      </DescriptionList>
      <Button busy={status === null} onClick={ask}>
        {health.again}
      </Button>
    </PublicPage>
  );
}
