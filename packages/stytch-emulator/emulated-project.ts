/**
 * The public token of the emulated project. The SDK checks its format; the prefix
 * 'public-token-test' selects the SDK's test endpoint.
 */
export const EMULATOR_PUBLIC_TOKEN = 'public-token-test-0e0e0e0e-1111-4222-8333-444444444444';

/** The id of the emulated project, which is the audience of every session JWT. */
export const EMULATOR_PROJECT_ID = 'project-test-0e0e0e0e-5555-4666-8777-888888888888';

/** The secret with which a backend calls the emulated project. It protects nothing. */
export const EMULATOR_SECRET = 'secret-test-emulator-0e0e0e0e';
