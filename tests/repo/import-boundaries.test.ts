import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Per module: an import that the lint rule must reject, and one that it must accept. */
const boundaries = [
  { file: 'server/a.ts', forbidden: '#src/api/api.ts', allowed: '#machines/rules/policy.ts' },
  { file: 'server/a.ts', forbidden: '#machines/auth/auth.types.ts', allowed: './settings.ts' },
  { file: 'machines/rules/a.ts', forbidden: 'xstate', allowed: './limits.ts' },
  { file: 'machines/rules/a.ts', forbidden: '../auth/auth.types.ts', allowed: './email.ts' },
  { file: 'machines/auth/a.ts', forbidden: 'react', allowed: 'xstate' },
  { file: 'machines/auth/a.ts', forbidden: '#src/app/env.ts', allowed: '../rules/limits.ts' },
  {
    file: 'machines/auth/a.ts',
    forbidden: '../auth-cases/auth-stepper.ts',
    allowed: './auth.view.ts',
  },
  {
    file: 'machines/auth/states/a.ts',
    forbidden: '@stytch/vanilla-js',
    allowed: '../auth.setup.ts',
  },
  { file: 'machines/auth-cases/a.ts', forbidden: '@xstate/test', allowed: '../auth/auth.view.ts' },
  {
    file: 'packages/statechart/explore/a.ts',
    forbidden: '#machines/auth/auth.view.ts',
    allowed: './effects.ts',
  },
  {
    file: 'packages/statechart/explore/a.ts',
    forbidden: '#tests/model/support/walk-path.ts',
    allowed: './stepper.ts',
  },
  { file: 'src/stytch/a.ts', forbidden: 'react', allowed: '@stytch/vanilla-js/b2b/headless' },
  {
    file: 'src/stytch/a.ts',
    forbidden: '#src/app/routing/navigation.ts',
    allowed: '#machines/rules/limits.ts',
  },
  {
    file: 'src/stytch/actors/a.ts',
    forbidden: '#emulator/server.ts',
    allowed: '../sdk/client.ts',
  },
  {
    file: 'src/stytch/actors/a.ts',
    forbidden: '../../storage/redirect.ts',
    allowed: '../../storage/web-storage.ts',
  },
  {
    file: 'src/stytch/a.ts',
    forbidden: '../storage/redirect.ts',
    allowed: '../storage/web-storage.ts',
  },
  ...[
    'stytch',
    'telemetry',
    'storage',
    'ui',
    'features/policies',
    'app',
    'app/shell',
    'routes',
  ].map((module) => ({
    file: `src/${module}/a.ts`,
    forbidden: 'stytch',
    allowed: './messages.ts',
  })),
  {
    file: 'src/stytch/a.ts',
    forbidden: 'stytch-next/b2b/headless',
    allowed: '@stytch/vanilla-js/b2b/headless',
  },
  { file: 'src/telemetry/a.ts', forbidden: '#src/stytch/stytch-auth.ts', allowed: 'posthog-js' },
  { file: 'src/storage/a.ts', forbidden: '@stytch/vanilla-js', allowed: 'valibot' },
  {
    file: 'src/storage/a.ts',
    forbidden: '#src/features/policies/messages.ts',
    allowed: '#src/features/policies/policy.ts',
  },
  { file: 'src/ui/a.ts', forbidden: '#machines/auth/auth.types.ts', allowed: 'react' },
  {
    file: 'src/features/sign-in/a.ts',
    forbidden: '#src/stytch/stytch-auth.ts',
    allowed: '#src/ui/button.tsx',
  },
  {
    file: 'src/features/sign-in/a.ts',
    forbidden: '../policies/messages.ts',
    allowed: './messages.ts',
  },
  {
    file: 'src/features/sign-in/screens/a.ts',
    forbidden: '../../policies/messages.ts',
    allowed: '../messages.ts',
  },
  {
    file: 'src/app/shell/a.ts',
    forbidden: '#src/storage/redirect.ts',
    allowed: '#src/features/sign-in/sign-in-screen.tsx',
  },
  { file: 'src/app/shell/a.ts', forbidden: '../router.tsx', allowed: './session/messages.ts' },
  {
    file: 'src/app/shell/session/a.ts',
    forbidden: '../../router.tsx',
    allowed: './messages.ts',
  },
  {
    file: 'src/routes/a.ts',
    forbidden: '#src/stytch/stytch-auth.ts',
    allowed: '#src/app/shell/session-gate.tsx',
  },
  { file: 'src/routes/a.ts', forbidden: '#src/app/env.ts', allowed: '#chart/page/chart-page.tsx' },
  { file: 'src/app/a.ts', forbidden: '@stytch/vanilla-js', allowed: '#src/stytch/stytch-auth.ts' },
  {
    file: 'src/app/a.ts',
    forbidden: '#emulator/emulated-project.ts',
    allowed: '#src/storage/redirect.ts',
  },
  { file: 'src/app/a.ts', forbidden: '#tests/model/support/walk-path.ts', allowed: 'valibot' },
  { file: 'src/app/a.ts', forbidden: '#tools/build.ts', allowed: './env.ts' },
  {
    file: 'chart/model/a.ts',
    forbidden: 'react',
    allowed: '../../packages/statechart/explore/machine-graph.ts',
  },
  {
    file: 'chart/feed/a.ts',
    forbidden: '#machines/auth/auth.machine.ts',
    allowed: '../chart.config.ts',
  },
  {
    file: 'chart/layout/a.ts',
    forbidden: '#machines/auth-cases/auth-stepper.ts',
    allowed: '#statechart/explore/stepper.ts',
  },
  {
    file: 'chart/page/a.ts',
    forbidden: '#machines/rules/limits.ts',
    allowed: '#statechart/explore/steps.ts',
  },
  { file: 'chart/page/a.ts', forbidden: '#src/app/env.ts', allowed: '#src/ui/button.tsx' },
  {
    file: 'chart/page/a.ts',
    forbidden: '#src/storage/redirect.ts',
    allowed: '#src/storage/web-storage.ts',
  },
  { file: 'chart/page/a.ts', forbidden: 'elkjs', allowed: '../model/cards.ts' },
  { file: 'chart/page/a.ts', forbidden: '#tests/model/support/walk-path.ts', allowed: 'react' },
  {
    file: 'packages/stytch-emulator/a.ts',
    forbidden: '#machines/rules/limits.ts',
    allowed: 'hono',
  },
  {
    file: 'packages/stytch-emulator/a.ts',
    forbidden: '@stytch/vanilla-js/b2b',
    allowed: 'stytch',
  },
  {
    file: 'packages/stytch-emulator/api/a.ts',
    forbidden: '../../src/app/env.ts',
    allowed: '../store/clock.ts',
  },
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

const cases = boundaries.map((boundary, index) => ({
  ...boundary,
  rejected: boundary.file.replace('a.ts', `rejected-${index}-.ts`),
  accepted: boundary.file.replace('a.ts', `accepted-${index}-.ts`),
}));

describe('import boundaries', () => {
  const report = lint(
    new Map(
      cases.flatMap(({ rejected, accepted, forbidden, allowed }) => [
        [rejected, forbidden],
        [accepted, allowed],
      ]),
    ),
  );

  it.each(cases)('$file may not import $forbidden', ({ rejected }) => {
    expect(report).toContain(rejected);
  });

  it.each(cases)('$file may import $allowed', ({ accepted }) => {
    expect(report).not.toContain(accepted);
  });
});
