import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** One import per wall that must not pass, and one that must. */
const walls = [
  { file: 'machines/rules/a.ts', forbidden: 'xstate', allowed: './limits.ts' },
  { file: 'machines/rules/a.ts', forbidden: '../auth/auth.types.ts', allowed: './email.ts' },
  { file: 'machines/auth/a.ts', forbidden: 'react', allowed: 'xstate' },
  { file: 'machines/auth/a.ts', forbidden: '#src/app/env.ts', allowed: '../rules/limits.ts' },
  {
    file: 'machines/auth/states/a.ts',
    forbidden: '@stytch/vanilla-js',
    allowed: '../auth.setup.ts',
  },
  { file: 'src/provider/a.ts', forbidden: 'react', allowed: '@stytch/vanilla-js/b2b/headless' },
  {
    file: 'src/provider/a.ts',
    forbidden: '#src/storage/memory.ts',
    allowed: '#machines/rules/limits.ts',
  },
  { file: 'src/provider/actors/a.ts', forbidden: '#emulator/server.ts', allowed: '../client.ts' },
  { file: 'src/telemetry/a.ts', forbidden: '#src/provider/provider.ts', allowed: 'posthog-js' },
  { file: 'src/app/b/a.ts', forbidden: 'idb', allowed: 'valibot' },
  { file: 'src/storage/a.ts', forbidden: '@stytch/vanilla-js', allowed: 'valibot' },
  { file: 'src/ui/a.ts', forbidden: '#machines/auth/auth.types.ts', allowed: 'react' },
  {
    file: 'src/features/sign-in/a.ts',
    forbidden: '#src/provider/provider.ts',
    allowed: '#src/ui/button.tsx',
  },
  {
    file: 'src/features/sign-in/a.ts',
    forbidden: '../policies/messages.ts',
    allowed: './messages.ts',
  },
  {
    file: 'src/features/gate/a.ts',
    forbidden: '#src/storage/memory.ts',
    allowed: '../sign-in/sign-in-screen.tsx',
  },
  {
    file: 'src/routes/a.ts',
    forbidden: '#src/provider/provider.ts',
    allowed: '#src/features/gate/gate.tsx',
  },
  { file: 'src/app/a.ts', forbidden: '@stytch/vanilla-js', allowed: '#src/provider/provider.ts' },
  {
    file: 'src/app/a.ts',
    forbidden: '#emulator/public-token.ts',
    allowed: '#src/storage/memory.ts',
  },
  { file: 'emulator/a.ts', forbidden: '#machines/rules/limits.ts', allowed: 'hono' },
  { file: 'emulator/api/a.ts', forbidden: '../../src/app/env.ts', allowed: '../store/clock.ts' },
] as const;

/** Lints one file per import in a copy of the house, and gives the files a wall complained about. */
function lint(files: ReadonlyMap<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'walls-'));
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

const named = walls.map((wall, index) => ({
  ...wall,
  refused: wall.file.replace('a.ts', `refused-${index}-.ts`),
  welcome: wall.file.replace('a.ts', `welcome-${index}-.ts`),
}));

describe('the walls between the rooms', () => {
  const report = lint(
    new Map(
      named.flatMap(({ refused, welcome, forbidden, allowed }) => [
        [refused, forbidden],
        [welcome, allowed],
      ]),
    ),
  );

  it.each(named)('$file may not import $forbidden', ({ refused }) => {
    expect(report).toContain(refused);
  });

  it.each(named)('$file may import $allowed', ({ welcome }) => {
    expect(report).not.toContain(welcome);
  });
});
