/** Every sentence of the pages that need no session. */
export const messages = {
  health: {
    heading: 'Health',
    ready: 'The app has loaded.',
    version: (mode: string) => `Build: ${mode}`,
  },
  chart: {
    heading: 'Statechart',
    body: 'This browser’s sign-in is in this state of the auth machine:',
  },
  githubSetup: {
    heading: 'GitHub app',
    body: 'The GitHub app was installed. Sign in to connect it to your organization.',
  },
  githubConnected: { heading: 'GitHub connected', body: 'GitHub is connected to Charter.' },
  home: 'Go to Charter',
} as const;
