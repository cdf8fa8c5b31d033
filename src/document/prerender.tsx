import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import { AppShell } from '../app/shell/app-shell.tsx';
import { AuthContext } from '../app/shell/auth-context.tsx';
import { MemberFrame } from '../app/shell/member-frame.tsx';
import { Logo } from '../brand/logo.tsx';
import { messages } from '../features/sign-in/messages.ts';
import { lazyComponent } from '../ui/hooks/lazy-component.ts';

/** What the build writes into the document. */
export interface Prerendered {
  /** The markup of the sign-in card, for React to hydrate. */
  readonly login: string;
  /** The markup of the logo. */
  readonly logo: string;
  /** The markup of the frame of the member pages. */
  readonly memberFrame: string;
  /** The label of the Google button while Google is started. */
  readonly starting: string;
  /** The sentence for a product that does not start. */
  readonly stuck: string;
}

/** Renders what the document shows before the product runs (R1.9), with the components of the product. */
export function prerender(): Prerendered {
  const input = { ...NEW_TAB, now: Date.now };
  const Pages = lazyComponent(() => Promise.reject(new Error('The sign-in shows no page.')), null);
  const login = renderToString(
    <AuthContext value={{ actor: createActor(stubbedAuthMachine, { input }) }}>
      <AppShell Pages={Pages} preparePages={Pages.preload} isPublicPage={false} />
    </AuthContext>,
  );
  return {
    // React moves the title into the head, where the document has it already.
    login: login.replace(/<title>[^<]*<\/title>/, ''),
    logo: renderToString(<Logo />),
    memberFrame: renderToString(<MemberFrame />),
    starting: messages.login.starting,
    stuck: sentenceOf({ code: 'tookTooLong' }),
  };
}
