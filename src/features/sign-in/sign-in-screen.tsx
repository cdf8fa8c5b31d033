import { lazyRouteComponent } from '@tanstack/react-router';
import { createElement, type FunctionComponent } from 'react';
import { LoadingOverlay } from '#src/ui/loading-overlay.tsx';
import { LoginScreen } from './screens/login-screen.tsx';
import type { ScreenProps, SignInView } from './screens/screen.types.ts';
import { SelectionScreen } from './screens/selection-screen.tsx';

type ViewByName = { [View in SignInView as View['screen']]: View };
type ScreenName = keyof ViewByName;

/** Keeps a view and its name correlated, so that TypeScript accepts the lookup in `screens`. */
type NamedView<Name extends ScreenName> = {
  [Key in Name]: ViewByName[Key] & { readonly screen: Key };
}[Name];

interface SignInScreenProps<Name extends ScreenName> extends ScreenProps<NamedView<Name>> {
  /** URL of the terms of use. */
  readonly termsUrl: string;
  /** Reads the id of the organization this browser was signed in to last. */
  readonly readLastOrganizationId: () => string | null;
}

type Screens = { readonly [Name in ScreenName]: FunctionComponent<SignInScreenProps<Name>> };

const ConfirmLinkScreen = lazyRouteComponent(
  () => import('./screens/confirm-link-screen.tsx'),
  'ConfirmLinkScreen',
);
const ConfirmIdentityScreen = lazyRouteComponent(
  () => import('./screens/confirm-identity-screen.tsx'),
  'ConfirmIdentityScreen',
);
const StepUpScreen = lazyRouteComponent(
  () => import('./screens/step-up-screen.tsx'),
  'StepUpScreen',
);
const SecondFactorScreen = lazyRouteComponent(
  () => import('./second-factor/second-factor-screen.tsx'),
  'SecondFactorScreen',
);

/** Loads the screens that few sign-ins show. A failure is reported when such a screen is rendered (R1.8). */
export async function preloadSignInScreens(): Promise<void> {
  const screens = [ConfirmLinkScreen, ConfirmIdentityScreen, StepUpScreen, SecondFactorScreen];
  await Promise.all(screens.map((screen) => screen.preload?.()));
}

/** The component of each screen. A missing one does not compile. */
const screens: Screens = {
  loading: ({ view }) => <LoadingOverlay doing={view.doing} />,
  login: LoginScreen,
  confirmLink: ConfirmLinkScreen,
  confirmIdentity: ConfirmIdentityScreen,
  selection: SelectionScreen,
  stepUp: StepUpScreen,
  secondFactor: SecondFactorScreen,
};

/** Renders the screen of a view without a session. */
export function SignInScreen<Name extends ScreenName>(props: SignInScreenProps<Name>) {
  return createElement<SignInScreenProps<Name>>(screens[props.view.screen], props);
}
