/**
 * The telemetry settings of a build for the emulator, as Vite's `define`: invented keys, and the
 * address of the emulator's collector. The page replaces `localhost` with its own host.
 */
export const EMULATOR_TELEMETRY = {
  'import.meta.env.VITE_POSTHOG_KEY': JSON.stringify('phc_emulator'),
  'import.meta.env.VITE_POSTHOG_HOST': JSON.stringify(
    'http://localhost/_emulator/telemetry/posthog',
  ),
  'import.meta.env.VITE_SENTRY_DSN': JSON.stringify(
    'http://emulator@localhost/_emulator/telemetry/1',
  ),
  'import.meta.env.VITE_RELEASE': JSON.stringify('emulator'),
};
