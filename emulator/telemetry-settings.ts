/**
 * What a build on the emulator carries for telemetry, as Vite's `define`: keys of no project, and the
 * emulator's own collector. The page puts its own host in the place of `localhost`.
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
