import { createElement, type FunctionComponent } from 'react';
import { LoadingOverlay } from '#src/ui/loading-overlay.tsx';
import { ConfirmScreen } from './screens/confirm-screen.tsx';
import { LoginScreen } from './screens/login-screen.tsx';
import type { ScreenProps, SignInView } from './screens/screen.types.ts';
import { SelectionScreen } from './screens/selection-screen.tsx';
import { StepUpScreen } from './screens/step-up-screen.tsx';
import { SecondFactorScreen } from './second-factor/second-factor-screen.tsx';

type ViewByName = { [View in SignInView as View['screen']]: View };
type Name = keyof ViewByName;

/** Keeps a view and its name together for the compiler, so that the table can be looked up in. */
type Named<Which extends Name> = {
  [Each in Which]: ViewByName[Each] & { readonly screen: Each };
}[Which];

interface SignInScreenProps<Which extends Name> extends ScreenProps<Named<Which>> {
  /** Where the terms of use are. */
  readonly termsUrl: string;
  /** The id of the organization somebody was in last in this browser. */
  readonly lastUsed: () => string | null;
}

type Screens = { readonly [Which in Name]: FunctionComponent<SignInScreenProps<Which>> };

/** One component for each screen: one that is missing does not compile. */
const screens: Screens = {
  loading: ({ view }) => <LoadingOverlay doing={view.doing} />,
  login: LoginScreen,
  confirm: ConfirmScreen,
  selection: SelectionScreen,
  stepUp: StepUpScreen,
  secondFactor: SecondFactorScreen,
};

/** What is shown while nobody is signed in (R21.4): the screen that the view names. */
export function SignInScreen<Which extends Name>(props: SignInScreenProps<Which>) {
  return createElement<SignInScreenProps<Which>>(screens[props.view.screen], props);
}
