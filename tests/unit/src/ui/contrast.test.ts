import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FILES = ['src/brand/colours.css', 'src/ui/styles/tokens.css'].map((file) =>
  readFileSync(file, 'utf8').split('@media (prefers-color-scheme: dark)'),
);
const light = FILES.map(([text]) => text).join('');
const dark = FILES.map(([, text]) => text).join('');

/** Text, and what it stands on (WCAG 1.4.3: 4.5 to 1). */
const TEXT = [
  ...['bg', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover'].flatMap((surface) => [
    ['text', surface],
    ['text-muted', surface],
    ['accent', surface],
    ['error-text', surface],
  ]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-caution', 'caution'],
  ['error-text', 'error-bg'],
  ['success-text', 'success-bg'],
  ['info-text', 'info-bg'],
] as const;

/** What shows a control, its state or its focus, and what it stands on (WCAG 1.4.11, 2.4.7: 3 to 1). */
const SHAPES = [
  ...['bg', 'surface', 'surface-raised'].flatMap((surface) => [
    ['border-strong', surface],
    ['focus', surface],
    ['error-text', surface],
    ['primary', surface],
  ]),
  ['on-brand', 'brand'],
] as const;

/** The border of a button stands out where its shadow cannot: on a dark page. */
const DARK_SHAPES = ['surface', 'surface-raised'].map(
  (surface) => ['border-control', surface] as const,
);

/** Returns the colour of a token; a scheme without it has the light one. */
function colourOf(token: string | undefined, scheme: string): string {
  const pattern = new RegExp(`--color-${token}: (?:(#[0-9a-f]{6})|var\\(--color-([a-z-]+)\\));`);
  const [, colour, other] = pattern.exec(scheme) ?? pattern.exec(light) ?? [];
  if (other !== undefined) return colourOf(other, scheme);
  if (colour === undefined) throw new Error(`No token --color-${token}`);
  return colour;
}

/** Returns the relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

for (const [name, scheme] of [
  ['light', light],
  ['dark', dark],
] as const) {
  for (const [kind, pairs, minimum] of [
    ['text', TEXT, 4.5],
    [
      'controls, their states and the focus',
      name === 'dark' ? [...SHAPES, ...DARK_SHAPES] : SHAPES,
      3,
    ],
  ] as const) {
    it(`of ${kind} is at least ${minimum} to 1, ${name} [R1.10]`, () => {
      const low = pairs.flatMap(([front, back]) => {
        const ratio = contrast(colourOf(front, scheme), colourOf(back, scheme));
        return ratio < minimum ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : [];
      });
      expect(low).toEqual([]);
    });
  }
}
