import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { LeadParagraph } from '#src/ui/page/card.tsx';
import { DescriptionList } from './description-list.tsx';
import type { GithubSetup } from './github-setup.ts';
import { messages } from './messages.ts';
import { PublicPage } from './public-page.tsx';

const { github } = messages;

interface GithubPageProps {
  /** `null` when the address has no valid setup. */
  readonly setup: GithubSetup | null;
  /** `null` without a session. */
  readonly session: SignedInSession | null;
  readonly onSignIn: () => void;
}

/** Shows a setup of the GitHub app, before and after sign-in (R2.5, R2.6). It sends the setup nowhere. */
export function GithubPage({ setup, session, onSignIn }: GithubPageProps) {
  if (setup === null) {
    return (
      <PublicPage heading={github.heading}>
        <LeadParagraph>{github.invalid}</LeadParagraph>
      </PublicPage>
    );
  }
  const done = github.done[setup.action];
  return (
    <PublicPage heading={github.heading}>
      <LeadParagraph>{session ? done : `${done} ${github.signInFirst}`}</LeadParagraph>
      {session ? (
        <DescriptionList
          items={{
            [github.organization]: <bdi translate="no">{session.organization.name}</bdi>,
            [github.member]: <bdi translate="no">{session.emailAddress}</bdi>,
            [github.installation]: setup.installationId && (
              <span translate="no">{setup.installationId}</span>
            ),
          }}
        />
      ) : (
        <Button kind="primary" wide onClick={onSignIn}>
          {github.signIn}
        </Button>
      )}
    </PublicPage>
  );
}
