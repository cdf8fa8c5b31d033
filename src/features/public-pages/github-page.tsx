import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { Button } from '#src/ui/button.tsx';
import { Lead } from '#src/ui/card.tsx';
import { DescriptionItem, DescriptionList } from './description-list.tsx';
import type { GithubSetup } from './github-setup.ts';
import { messages } from './messages.ts';
import { PublicPage } from './public-page.tsx';

const { github } = messages;

interface GithubPageProps {
  /** What GitHub said; `null` when the address is not one of GitHub's. */
  readonly setup: GithubSetup | null;
  /** Who is signed in; `null` for nobody. */
  readonly session: SignedInSession | null;
  readonly onSignIn: () => void;
}

/**
 * Where GitHub leads a person back to, before and after sign-in (R2.5, R2.6). No service takes
 * the installation yet, so the page shows what the address says and passes nothing on.
 */
export function GithubPage({ setup, session, onSignIn }: GithubPageProps) {
  if (setup === null) {
    return (
      <PublicPage heading={github.heading}>
        <Lead>{github.invalid}</Lead>
      </PublicPage>
    );
  }
  if (session === null) {
    return (
      <PublicPage heading={github.heading}>
        <Lead>
          {github.done[setup.action]} {github.signInFirst}
        </Lead>
        <Button kind="primary" wide onClick={onSignIn}>
          {github.signIn}
        </Button>
      </PublicPage>
    );
  }
  return (
    <PublicPage heading={github.headings[setup.action]}>
      <Lead>{github.done[setup.action]}</Lead>
      <DescriptionList>
        <DescriptionItem name={github.organization}>
          <bdi>{session.organization.name}</bdi>
        </DescriptionItem>
        <DescriptionItem name={github.member}>
          <bdi>{session.emailAddress}</bdi>
        </DescriptionItem>
        {setup.installationId === null ? null : (
          <DescriptionItem name={github.installation}>{setup.installationId}</DescriptionItem>
        )}
      </DescriptionList>
    </PublicPage>
  );
}
