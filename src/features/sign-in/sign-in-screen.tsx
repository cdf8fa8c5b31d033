import { createElement, type FunctionComponent } from 'react';
import { HELP_URL, TERMS_URL } from '#src/brand/brand.ts';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { LoadingOverlay } from '#src/ui/feedback/loading-overlay.tsx';
import { lazyComponent } from '#src/ui/hooks/lazy-component.ts';
import { messages } from './messages.ts';
import { LoginScreen } from './screens/login-screen.tsx';
import type { ScreenProps, SignInView } from './screens/screen.types.ts';
import styles from './sign-in-screen.module.css';

type ViewByName = { [View in SignInView as View['screen']]: View };
type ScreenName = keyof ViewByName;

/** Keeps a view and its name correlated, so that TypeScript accepts the lookup in `screens`. */
type NamedView<Name extends ScreenName> = {
  [Key in Name]: ViewByName[Key] & { readonly screen: Key };
}[Name];

type SignInScreenProps<Name extends ScreenName> = ScreenProps<NamedView<Name>>;

type Screens = { readonly [Name in ScreenName]: FunctionComponent<SignInScreenProps<Name>> };

const WAITING = <LoadingOverlay doing="restoring" />;

const importSecondFactor = () =>
  import('./second-factor/second-factor-screen.tsx').then((module) => module.SecondFactorScreen);

const laterScreens = {
  selection: lazyComponent(
    () => import('./screens/selection-screen.tsx').then((module) => module.SelectionScreen),
    WAITING,
  ),
  confirmLink: lazyComponent(
    () => import('./screens/confirm-link-screen.tsx').then((module) => module.ConfirmLinkScreen),
    WAITING,
  ),
  stepUp: lazyComponent(
    () => import('./step-up/step-up-screen.tsx').then((module) => module.StepUpScreen),
    WAITING,
  ),
  secondFactor: lazyComponent(importSecondFactor, WAITING),
};

/** Loads the screens behind the login. */
export async function preloadSignInScreens(): Promise<void> {
  await Promise.all(Object.values(laterScreens).map((screen) => screen.preload()));
}

/** Loads one screen, unless it is part of the sign-in's first code. */
export async function preloadSignInScreen(screen: ScreenName): Promise<void> {
  if (screen !== 'loading' && screen !== 'login') await laterScreens[screen].preload();
}

/** The component of each screen. A missing one does not compile. */
const screens: Screens = {
  loading: ({ view }) => <LoadingOverlay doing={view.doing} />,
  login: LoginScreen,
  ...laterScreens,
};

/**
 * Renders the screen of a view without a session, and under it what every screen links to (R4.9). A new screen takes the
 * focus also from there: its links are rendered anew (R1.11).
 */
export function SignInScreen<Name extends ScreenName>(props: SignInScreenProps<Name>) {
  return (
    <>
      {createElement<SignInScreenProps<Name>>(screens[props.view.screen], props)}
      <SignInFooter key={props.view.screen} screen={props.view.screen} />
    </>
  );
}

/** The login screen has its own link to the terms (R4.3); the loading overlay covers the window. */
function SignInFooter({ screen }: { screen: ScreenName }) {
  const hasTerms = screen !== 'login';
  if (screen === 'loading' || !(hasTerms || HELP_URL)) return null;
  return (
    <footer className={styles.footer}>
      {hasTerms ? <a href={TERMS_URL}>{messages.footer.terms}</a> : null}
      {HELP_URL ? (
        <a href={HELP_URL}>
          <Sentence text={messages.footer.help} />
        </a>
      ) : null}
    </footer>
  );
}
