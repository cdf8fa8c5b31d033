import { expect, it } from 'vitest';
import { youngFeatures } from '#tools/check/young-features.ts';

/** Returns the lines in which something is found. */
function linesWithFindings(
  path: string,
  lines: readonly string[],
): readonly (string | undefined)[] {
  const found = youngFeatures(path, lines.join('\n')).map((each) => Number.parseInt(each, 10));
  return [...new Set(found)].map((line) => lines[line - 1]);
}

it('finds what a supported browser does not have [R19.10]', () => {
  const young = [
    "URL.canParse('/');",
    'Response.json({});',
    'AbortSignal.any([]);',
    "window.navigation.navigate('/');",
    'document.startViewTransition(() => undefined);',
    'new URLPattern();',
    'Promise.withResolvers();',
    'window.requestIdleCallback(() => undefined);',
    'requestIdleCallback(() => undefined);',
    'navigator.clipboard.read();',
  ];
  expect(linesWithFindings('young.ts', young)).toEqual(young);
  const styles = [
    'a { interpolate-size: allow-keywords }',
    '@starting-style { a { top: 0 } }',
    'dialog:open { top: 0 }',
  ];
  expect(linesWithFindings('young.css', styles)).toEqual(styles);
});

it('accepts what every supported browser has, and what a comment allows [R19.10]', () => {
  const old = [
    'AbortSignal.timeout(1);',
    'crypto.randomUUID();',
    'new Intl.Segmenter();',
    "new BroadcastChannel('name');",
    '[1].toReversed().findLast(Boolean);',
    'open();',
    '// Baseline: Safari waits instead.',
    'window.requestIdleCallback(() => undefined);',
  ];
  expect(youngFeatures('old.ts', old.join('\n'))).toEqual([]);
  const style = 'a:has(b) { color: color-mix(in srgb, red, blue); block-size: 1dvh }';
  expect(youngFeatures('old.css', style)).toEqual([]);
});
