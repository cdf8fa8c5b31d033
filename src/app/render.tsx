// First, because the component styles build on it. The document needs one style sheet only (`document-plugin.ts`).
import '../ui/styles/tokens.css';
import { StrictMode, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { authView } from '#machines/auth/auth.view.ts';
import { preloadSignInScreen, preloadSignInScreens } from '../features/sign-in/sign-in-screen.tsx';
import { LoadingOverlay } from '../ui/feedback/loading-overlay.tsx';
import { lazyComponent } from '../ui/hooks/lazy-component.ts';
import { askBeforeLeavingSecondFactor } from './ask-before-leaving.ts';
import type { Core } from './core.ts';
import type { DocumentStart } from './document-start.ts';
import { preloadOnLeavingLogin } from './preload-on-leaving-login.ts';
import { ErrorBoundary } from './routing/error-boundary.tsx';
import { pageKind } from './routing/page-kind.ts';
import { watchRequestedPage } from './routing/watch-requested-page.ts';
import { AppShell } from './shell/app-shell.tsx';
import { AuthContext } from './shell/auth-context.tsx';
import { preloadImpersonation } from './shell/impersonation/impersonation.tsx';
import { MemberFrame } from './shell/member-frame.tsx';
import { isInterruptedImport } from './stale-build.ts';
import { whenIdle } from './when-idle.ts';

const OPTIONS: RootOptions = {
  // React does not report an error that an error page has caught.
  onCaughtError: (error) => {
    if (!isInterruptedImport(error)) window.reportError(error);
  },
};

/**
 * Renders the product. The card that the document shows is hydrated: the person's focus and selection stay, and
 * nothing moves (R1.9). Anything else that the document shows is replaced when the present screen is loaded.
 */
export async function renderApp(core: Core, documentStart: DocumentStart): Promise<void> {
  const { actor } = core;
  const shown = document.documentElement.dataset.firstPaint;
  const savePage = watchRequestedPage(actor);
  askBeforeLeavingSecondFactor(actor);
  const firstView = authView(actor.getSnapshot());
  let loadRoute = async () => {};
  const Pages = lazyComponent(
    async () => {
      const { createPages } = await import('./routing/pages.tsx');
      const pages = await createPages(core, savePage, firstView);
      loadRoute = pages.loadRoute;
      return pages.renderPages;
    },
    shown === 'member' ? <MemberFrame /> : <LoadingOverlay doing="signing_in" />,
  );
  const preparePages = async () => {
    await Pages.preload();
    await loadRoute();
  };
  const isPublicPage = pageKind(window.location.pathname) === 'public';
  const preload = () =>
    Promise.all([Pages.preload(), preloadSignInScreens(), core.stytchAuth.loadCalls()]);
  const isPrerendered = shown === 'login';
  const needed = () =>
    isPublicPage || firstView.screen === 'app'
      ? Pages.preload()
      : preloadSignInScreen(firstView.screen);
  // A failure is shown when the screen is rendered (R1.8).
  if (!isPrerendered) await Promise.all([needed(), preloadImpersonation()]).catch(() => undefined);
  const app = (
    <StrictMode>
      <FirstPaintEnd />
      <ErrorBoundary>
        <AuthContext value={{ actor }}>
          <AppShell Pages={Pages} preparePages={preparePages} isPublicPage={isPublicPage} />
        </AuthContext>
      </ErrorBoundary>
    </StrictMode>
  );
  const container = document.getElementById('root') ?? document.body;
  const events = documentStart.handOver();
  if (!isPrerendered || container.childElementCount === 0)
    createRoot(container, OPTIONS).render(app);
  else flushSync(() => hydrateRoot(container, app, OPTIONS));
  for (const type of events) actor.send({ type });
  const preloadRest = () => void preloadOnLeavingLogin(actor, preload);
  // The member's page comes before the screens of a sign-in.
  if (firstView.screen === 'app') whenIdle(preloadRest);
  else preloadRest();
}

/** Makes the document show the root, in the task in which its first content is rendered. */
function FirstPaintEnd(): null {
  useLayoutEffect(() => {
    document.documentElement.dataset.firstPaint = 'app';
  }, []);
  return null;
}
