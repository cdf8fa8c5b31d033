import { useSession } from '#src/api/session.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { messages } from './messages.ts';
import type { ListedPolicy } from './use-policies.ts';

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** "Edited by Dora Quist, Nov 28, 2026, 10:00 AM" (R17.8). */
export function EditedBy({
  policy: { updatedBy, updatedAt },
}: {
  readonly policy: Pick<ListedPolicy, 'updatedBy' | 'updatedAt'>;
}) {
  const isOwn = updatedBy.memberId === useSession().session.memberId;
  return (
    <>
      <Sentence
        text={isOwn ? messages.edited.byYou : messages.edited.by}
        values={{ name: updatedBy.name || messages.edited.somebody }}
      />
      <time dateTime={updatedAt} data-volatile>
        {dateFormat.format(new Date(updatedAt))}
      </time>
    </>
  );
}
