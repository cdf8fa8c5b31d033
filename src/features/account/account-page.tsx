import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { Form } from '#src/ui/controls/form.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Page } from '#src/ui/page/page.tsx';
import styles from './account.module.css';
import { messages } from './messages.ts';
import { SecondFactor } from './second-factor.tsx';

/** The key of the read of the own account. */
const SELF = ['self'];

/** The member's own account (R23.7). */
export function AccountPage() {
  const member = useSession();
  const { can, directory } = member;
  const self = useQuery({ queryKey: SELF, queryFn: async () => (await directory()).self.read() });
  return (
    <Page title={messages.title} member={member}>
      {self.error ? (
        <Notice notice={{ tone: 'error', text: explain(self.error) }}>
          <Button kind="link" onClick={() => void self.refetch()}>
            {messages.retry}
          </Button>
        </Notice>
      ) : null}
      {self.isPending ? <p className={styles.text}>{messages.loading}</p> : null}
      {self.data ? (
        <div className={styles.sections}>
          {can('stytch.self', 'update.info.name') ? <Name name={self.data.name} /> : null}
          <SecondFactor
            hasApp={self.data.hasAuthenticatorApp}
            onChanged={async () => void (await self.refetch())}
          />
          {can('stytch.member', 'revoke-sessions') ? <Sessions /> : null}
        </div>
      ) : null}
    </Page>
  );
}

/** Changes the name that other members see. */
function Name({ name }: { readonly name: string }) {
  const { directory } = useSession();
  const queries = useQueryClient();
  /** `null` while the field shows the saved name. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? name;
  const saving = useMutation({
    mutationFn: async (changed: string) => (await directory()).self.rename(changed),
    onSuccess: async (saved) => {
      // A read that began before would bring the old name.
      await queries.cancelQueries({ queryKey: SELF });
      queries.setQueryData(SELF, saved);
      setTyped(null);
    },
  });
  const { error, isPending, isSuccess } = saving;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{messages.name.heading}</h2>
      <Form onSubmit={() => isPending || saving.mutate(text.trim())}>
        <TextField
          name="name"
          label={messages.name.label}
          hint={messages.name.hint}
          autoComplete="name"
          maxLength={128}
          value={text}
          onText={(changed) => {
            // What is typed while the name is saved would be lost.
            if (isPending) return;
            setTyped(changed);
            saving.reset();
          }}
        />
        <Notice
          notice={
            error
              ? { tone: 'error', text: explain(error) }
              : isSuccess
                ? { tone: 'success', text: messages.name.saved }
                : null
          }
        />
        <Button type="submit" busy={isPending}>
          {isPending ? messages.name.saving : messages.name.save}
        </Button>
      </Form>
    </section>
  );
}

/** Ends the member's sessions on all devices, and with them the one of this page. */
function Sessions() {
  const { session, directory } = useSession();
  const ending = useMutation({
    mutationFn: async () => (await directory()).members.signOut(session.memberId),
  });
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{messages.sessions.heading}</h2>
      <p className={styles.text}>{messages.sessions.note}</p>
      <Notice notice={ending.error && { tone: 'error', text: explain(ending.error) }} />
      <Button busy={ending.isPending} onClick={() => ending.mutate()}>
        {messages.sessions.signOut}
      </Button>
    </section>
  );
}
