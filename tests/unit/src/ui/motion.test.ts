import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, css: readFileSync(`src/${path}`, 'utf8') }));
const tokens = readFileSync('src/ui/styles/tokens.css', 'utf8');

/** The values of a motion token: the usual one, and the one with reduced motion. */
const values = (token: string) =>
  [...tokens.matchAll(new RegExp(`--motion-${token}: (\\d+)ms`, 'g'))].map(([, ms]) => Number(ms));

it('transitions take less than 200 ms; with reduced motion they take none, and nothing breathes [R1.22]', () => {
  for (const token of ['fast', 'calm']) {
    const [usual, reduced] = values(token);
    expect(usual, token).toBeLessThan(200);
    expect(reduced, token).toBe(0);
  }
  expect(tokens).toMatch(/--appear: appear var\(--motion-calm\)/);
  expect(tokens).toMatch(
    /@media \(prefers-reduced-motion: reduce\) \{\s+:root \{\s+--breathe: none;/,
  );
});

it('every transition and animation takes its time from a token, or ends with reduced motion [R1.22]', () => {
  expect(sheets.length).toBeGreaterThan(30);
  const moving = sheets.filter(({ css }) =>
    [...css.matchAll(/^ +(?:animation|transition):([^;]+);/gm)].some(
      ([, value = '']) =>
        !/var\(--(?:motion-fast|motion-calm|appear|breathe)\)|^ none$/.test(value),
    ),
  );
  const endless = moving.filter(
    ({ css }) => !/@media \(prefers-reduced-motion: reduce\) \{[^@]*animation: none;/.test(css),
  );
  expect(moving.map(({ path }) => path)).toContain('ui/elements/spinner.module.css');
  expect(endless.map(({ path }) => path)).toEqual([]);
});
