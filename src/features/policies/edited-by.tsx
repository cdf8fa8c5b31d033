import { useSession } from '#src/api/session.tsx';
import { LANGUAGE } from '#src/brand/language.ts';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { usePolled } from '#src/ui/hooks/use-polled.ts';
import { messages } from './messages.ts';
import type { ListedPolicy } from './use-policies.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relativeFormat = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** "Edited by Dora Quist, 5 minutes ago" (R17.8). */
export function EditedBy({
  policy: { updatedBy, updatedAt },
}: {
  readonly policy: Pick<ListedPolicy, 'updatedBy' | 'updatedAt'>;
}) {
  const at = new Date(updatedAt);
  const date = dateFormat.format(at);
  const time = usePolled(() => formatAge(Date.now() - at.getTime()) ?? date, MINUTE / 2);
  const isOwn = updatedBy.memberId === useSession().session.memberId;
  return (
    <>
      <Sentence
        text={isOwn ? messages.edited.byYou : messages.edited.by}
        values={{ name: updatedBy.name || messages.edited.somebody }}
      />
      <time dateTime={updatedAt} title={date} data-volatile>
        {time}
      </time>
    </>
  );
}

/** How long ago something was; `null` when it is so long that its date says more. */
function formatAge(age: number): string | null {
  const ago = (length: number) => -Math.floor(age / length);
  if (age < MINUTE) return messages.edited.now;
  if (age < HOUR) return relativeFormat.format(ago(MINUTE), 'minute');
  if (age < DAY) return relativeFormat.format(ago(HOUR), 'hour');
  return age < 8 * DAY ? relativeFormat.format(ago(DAY), 'day') : null;
}
