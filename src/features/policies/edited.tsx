import { useSession } from '#src/api/session.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { usePolled } from '#src/ui/use-polled.ts';
import { messages } from './messages.ts';
import type { Policy } from './use-policies.ts';

const MINUTE = 60_000;
const UNITS = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Days after which the date is shown in place of how long ago it was. */
const RECENT_DAYS = 7;

/** "Edited by Dora Quist, 5 minutes ago" (R17.8). */
export function Edited({ policy: { updatedBy, updatedAt } }: { readonly policy: Policy }) {
  const at = new Date(updatedAt);
  const date = dateFormat.format(at);
  const time = usePolled(() => formatAge(Date.now() - at.getTime()) ?? date, MINUTE / 2);
  const isOwn = updatedBy.memberId === useSession().session.memberId;
  return (
    <>
      <Sentence
        text={isOwn ? messages.editedByYou : messages.edited}
        values={{ name: updatedBy.name || messages.somebody }}
      />
      <time dateTime={updatedAt} title={date} data-volatile>
        {time}
      </time>
    </>
  );
}

/** How long ago something was; `null` when it is so long that its date says more. */
function formatAge(milliseconds: number): string | null {
  const minutes = Math.floor(milliseconds / MINUTE);
  if (minutes < 1) return messages.now;
  const [unit, length] = UNITS.find(([, each]) => minutes >= each) ?? UNITS[2];
  const count = Math.floor(minutes / length);
  return unit === 'day' && count > RECENT_DAYS ? null : relativeFormat.format(-count, unit);
}
