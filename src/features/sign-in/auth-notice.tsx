import type { ComponentProps } from 'react';
import type { Notice as Chosen } from '#machines/auth/auth.types.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { sentenceOf } from './notices.ts';

type AuthNoticeProps = Omit<ComponentProps<typeof Notice>, 'notice'> & {
  readonly notice: Chosen | null;
};

/** A notice of the machine, with the sentence of its code. */
export function AuthNotice({ notice, ...props }: AuthNoticeProps) {
  return <Notice notice={notice && { ...notice, text: sentenceOf(notice) }} {...props} />;
}
