import { ensureChromium, ensureHeadlessShell } from '../chromium.ts';
import { installNginx } from '../nginx.ts';
import { ensureFirefox, ensureWebKit } from './engines.ts';

/** Installs the browsers and web servers of the tests where they are missing. Each test says what it cannot have. */
function main(): void {
  const installers = [
    () => ensureHeadlessShell(ensureChromium()),
    installNginx,
    ensureFirefox,
    ensureWebKit,
  ];
  for (const install of installers) {
    try {
      install();
    } catch (error) {
      process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

main();
