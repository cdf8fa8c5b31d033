import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Folders of the page, in which the provider's package for servers is forbidden. */
const PAGE = ['stytch', 'telemetry', 'storage', 'ui', 'features/policies', 'app', 'app/shell'];

/** A file, an import that the lint rule must reject there, and one that it must accept. */
const boundaries = [
  ...PAGE.map((folder) => [`src/${folder}/a.ts`, 'stytch', './messages.ts'] as const),
  ['src/api/a.ts', '#src/stytch/callback.ts', '#server/app.ts'],
  ['src/api/a.ts', '#server/settings.ts', '@tanstack/react-query'],
  ['server/a.ts', '#src/api/api.ts', '#machines/rules/fold.ts'],
  ['server/a.ts', '#machines/auth/auth.types.ts', './settings.ts'],
  ['machines/rules/a.ts', 'xstate', './limits.ts'],
  ['machines/rules/a.ts', '../auth/auth.types.ts', './email.ts'],
  ['machines/auth/a.ts', 'react', 'xstate'],
  ['machines/auth/a.ts', '#src/app/env.ts', '../rules/limits.ts'],
  ['machines/auth/a.ts', '../auth-cases/auth-stepper.ts', './auth.view.ts'],
  ['machines/auth/states/a.ts', '@stytch/vanilla-js', '../auth.setup.ts'],
  ['machines/auth-cases/a.ts', 'fast-check', '../auth/auth.view.ts'],
  ['packages/statechart/explore/a.ts', '#machines/auth/auth.view.ts', './effects.ts'],
  ['packages/statechart/explore/a.ts', '#tests/model/support/walk-path.ts', './stepper.ts'],
  ['src/stytch/a.ts', 'react', '@stytch/vanilla-js/b2b/headless'],
  ['src/stytch/a.ts', '#src/app/routing/navigation.ts', '#machines/rules/limits.ts'],
  ['src/stytch/actors/a.ts', '#emulator/server.ts', '../sdk/client.ts'],
  ['src/stytch/actors/a.ts', '../../storage/redirect.ts', '../../storage/web-storage.ts'],
  ['src/stytch/directory/a.ts', '../../api/api.ts', '../../api/directory.ts'],
  ['src/stytch/a.ts', '../storage/redirect.ts', '../storage/sign-out.ts'],
  ['src/stytch/a.ts', 'stytch-next/b2b/headless', '@stytch/vanilla-js/b2b/headless'],
  ['src/telemetry/a.ts', '#src/stytch/stytch-auth.ts', 'posthog-js'],
  ['src/storage/a.ts', '@stytch/vanilla-js', 'valibot'],
  ['src/storage/a.ts', '#src/features/policies/messages.ts', '#machines/rules/fold.ts'],
  ['src/ui/a.ts', '#machines/auth/auth.types.ts', 'react'],
  ['src/features/sign-in/a.ts', '#src/stytch/stytch-auth.ts', '#src/ui/controls/button.tsx'],
  ['src/features/sign-in/a.ts', '../policies/messages.ts', './messages.ts'],
  ['src/features/sign-in/screens/a.ts', '../../policies/messages.ts', '../messages.ts'],
  ['src/app/shell/a.ts', '#src/storage/redirect.ts', '#src/features/sign-in/sign-in-screen.tsx'],
  ['src/app/shell/a.ts', '../routing/router.tsx', './session/messages.ts'],
  ['src/app/shell/session/a.ts', '../../routing/router.tsx', './messages.ts'],
  ['src/app/a.ts', '@stytch/vanilla-js', '#src/stytch/stytch-auth.ts'],
  ['src/app/a.ts', '#emulator/emulated-project.ts', '#src/storage/redirect.ts'],
  ['src/app/a.ts', '#tests/model/support/walk-path.ts', 'valibot'],
  ['src/app/a.ts', '#tools/build.ts', './env.ts'],
  ['packages/statechart/feed/a.ts', 'react', '../explore/text.ts'],
  ['packages/statechart/plugin/a.ts', '#machines/auth/auth.view.ts', 'vite'],
  ['packages/statechart/page/a.ts', 'elkjs', 'react'],
  ['packages/statechart/page/a.ts', '#src/ui/controls/button.tsx', './parts.ts'],
  ['packages/statechart/page/a.ts', '../../../src/app/env.ts', '../explore/text.ts'],
  ['chart/a.ts', '#src/storage/redirect.ts', '#src/brand/brand.ts'],
  ['chart/a.ts', '#tests/model/support/walker.ts', '#machines/auth-cases/auth-stepper.ts'],
  ['packages/stytch-emulator/a.ts', '#machines/rules/limits.ts', 'hono'],
  ['packages/stytch-emulator/a.ts', '@stytch/vanilla-js/b2b', 'stytch'],
  ['packages/stytch-emulator/api/a.ts', '../../src/app/env.ts', '../store/clock.ts'],
] as const;

/** Lints one file per import in a temporary repository, and returns the linter's report. */
function lint(files: ReadonlyMap<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'import-boundaries-'));
  try {
    cpSync('biome.json', join(root, 'biome.json'));
    for (const [path, specifier] of files) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), `import '${specifier}';\n`);
    }
    const words = ['lint', '--vcs-enabled=false', '--only=style/noRestrictedImports'];
    const { stdout, stderr } = spawnSync(
      resolve('node_modules/.bin/biome'),
      [...words, '--max-diagnostics=none', '--reporter=github', '.'],
      { cwd: root, encoding: 'utf8' },
    );
    return stdout + stderr;
  } finally {
    rmSync(root, { recursive: true });
  }
}

it('each file may import what it needs, and nothing beyond its boundary', () => {
  const rejected = new Map(
    boundaries.map(([file, forbidden], index) => [
      file.replace('a.ts', `no-${index}-.ts`),
      forbidden,
    ]),
  );
  const accepted = new Map(
    boundaries.map(([file, , allowed], index) => [
      file.replace('a.ts', `yes-${index}-.ts`),
      allowed,
    ]),
  );
  const report = lint(new Map([...rejected, ...accepted]));
  expect([...rejected].filter(([path]) => !report.includes(path))).toEqual([]);
  expect([...accepted].filter(([path]) => report.includes(path))).toEqual([]);
});
