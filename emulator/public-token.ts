/**
 * The public token of the emulated project. Its form satisfies the SDK's own check, and
 * 'public-token-test' makes the SDK choose its test endpoint.
 */
export const EMULATOR_PUBLIC_TOKEN = 'public-token-test-0e0e0e0e-1111-4222-8333-444444444444';

/** The id of the emulated project: audience of every session JWT. */
export const EMULATOR_PROJECT_ID = 'project-test-0e0e0e0e-5555-4666-8777-888888888888';
