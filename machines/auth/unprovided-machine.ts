import { createAuthMachine } from './auth.machine.ts';
import { UNPROVIDED } from './auth.setup.ts';

/**
 * The auth machine without the app's actors and effects. Tools and tests walk it and draw it, or replace its
 * implementations with `provide`, which builds the machine a second time.
 */
export const unprovidedAuthMachine = createAuthMachine(UNPROVIDED);
