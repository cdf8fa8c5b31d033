import { isRecord, isString } from '#machines/rules/checks.ts';
import { isDisplayableEmail } from '#machines/rules/display-text.ts';
import { parseJson, safeSessionStorage } from './web-storage.ts';

/** The keys in session storage of R13.1. */
export const SIGN_IN_KEYS = {
  emailAddress: 'discovery_email_address',
  organizations: 'discovered_organizations',
  hasIntermediateSession: 'has_intermediate_session',
  stepUp: 'stytch_step_up',
  selectedOrganization: 'selected_organization',
} as const;

/** The one further key in session storage, with what a reload would lose otherwise (R13.2). */
export const TAB_KEY = 'sign_in';

/** Whether this tab stores anything of a sign-in, valid or not. */
export function hasStoredSignIn(): boolean {
  return Object.values(SIGN_IN_KEYS).some((key) => safeSessionStorage.read(key) !== null);
}

/** What is stored under `TAB_KEY`, of any shape. */
export function readTab(): Readonly<Record<string, unknown>> {
  const stored = parseJson(safeSessionStorage.read(TAB_KEY));
  return isRecord(stored) ? stored : {};
}

/** The address of the member that the page before this one showed in this tab; `null` without one. */
export function readShownPerson(): string | null {
  const { shownPerson } = readTab();
  return isString(shownPerson) && isDisplayableEmail(shownPerson) ? shownPerson : null;
}
