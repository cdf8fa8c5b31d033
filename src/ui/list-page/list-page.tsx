import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Sentence } from '../elements/sentence.tsx';
import { Notice } from '../feedback/notice.tsx';
import { messages } from '../messages.ts';
import { Page } from '../page/page.tsx';
import styles from './list-page.module.css';

type PageMember = ComponentProps<typeof Page>['member'];

interface ListPageProps {
  readonly title: string;
  readonly member: PageMember & {
    /** Whether the permissions are known. Unknown is not denied (R16.2). */
    readonly access: 'loading' | 'known' | 'unknown';
  };
  /** Whether the member may see the list. */
  readonly isPermitted: boolean;
  /** What the permissions do not allow in the list. */
  readonly limits?: string | false;
  readonly texts: { readonly denied: string; readonly unknown: string };
  readonly children: ReactNode;
}

/** A page with a list for those who may see it; the others read why not. */
export function ListPage(props: ListPageProps) {
  const { title, member, isPermitted, limits = false, texts, children } = props;
  const { access, session } = member;
  const isChecking = access === 'loading' && !isPermitted;
  return (
    <Page title={title} member={member}>
      <p className={styles.permissions}>{isChecking ? messages.checkingPermissions : limits}</p>
      {isPermitted ? children : null}
      {access === 'unknown' ? (
        // The SDK fetches the access policy once per page load, so retrying reloads.
        <Notice notice={{ tone: 'info', text: texts.unknown }}>
          <Button kind="link" onClick={() => window.location.reload()}>
            {messages.reload}
          </Button>
        </Notice>
      ) : null}
      {access === 'known' && !isPermitted ? (
        <p className={styles.denied}>
          <Sentence text={texts.denied} values={{ organization: session.organization.name }} />
        </p>
      ) : null}
    </Page>
  );
}

interface FilterProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** The values with their names, in order. */
  readonly names: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

/** Chooses what a list shows. */
export function Filter<Value extends string>({
  label,
  value,
  names,
  onChange,
}: FilterProps<Value>) {
  return (
    <select
      className={styles.filter}
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        for (const each in names) if (each === target.value) onChange(each);
      }}
    >
      {Object.entries(names).map(([each, name]) => (
        <option key={each} value={each}>
          {String(name)}
        </option>
      ))}
    </select>
  );
}
