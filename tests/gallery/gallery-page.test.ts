// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { GalleryEntry } from './gallery.ts';
import { galleryPage, missingStates } from './gallery-page.ts';

const login: GalleryEntry = {
  screen: 'login',
  states: ['signedOut.idle'],
  title: 'Charter <"&">',
  tour: 'login',
};
const stepUp: GalleryEntry = {
  screen: 'step-up',
  states: ['stepUp.code', 'stepUp.link'],
  title: 'Verify',
  tour: 'step-up',
};
const terms: GalleryEntry = { screen: 'terms', states: [], title: 'Terms', tour: 'pages' };

const data = {
  entries: [terms, stepUp, login],
  states: ['signedOut.idle', 'stepUp.code', 'stepUp.link', 'stepUp.deciding', 'signingOut'],
  withoutScreen: { 'stepUp.deciding': 'the machine leaves it at once' },
};

function render(): Document {
  return new DOMParser().parseFromString(galleryPage(data), 'text/html');
}

it('lists every state with its screens, or with the reason why it has none', () => {
  const items = [...render().querySelectorAll('nav li')].map(({ textContent }) => textContent);
  expect(items).toEqual([
    'signedOut.idle: login',
    'stepUp.code: step-up',
    'stepUp.link: step-up',
    'stepUp.deciding: no screen: the machine leaves it at once',
    'signingOut: no screen: NOT VISITED',
  ]);
});

it('returns the states that nothing shows and nothing explains', () => {
  expect(missingStates(data)).toEqual(['signingOut']);
});

it('shows the screens in the order of the machine, those without it last', () => {
  const headings = [...render().querySelectorAll('h2, h3')].map(({ textContent }) => textContent);
  expect(headings).toEqual([
    'signedOut.idle',
    'login',
    'stepUp.code and stepUp.link',
    'step-up',
    'Pages without the machine',
    'terms',
  ]);
});

it('shows the pictures of one width side by side, each with a description, and escapes text', () => {
  const login = render().getElementById('login');
  const rows = [...(login?.querySelectorAll('.pictures') ?? [])].map((row) =>
    [...row.querySelectorAll('img')].map(({ alt }) => alt),
  );
  expect(rows).toEqual([
    ['login, Light, 360 px', 'login, Dark, 360 px', 'login, Forced colours, 360 px'],
    ['login, Light, 1280 px', 'login, Dark, 1280 px', 'login, Forced colours, 1280 px'],
  ]);
  expect(login?.querySelector('p')?.textContent).toBe('Title “Charter <"&">”, tour “login”');
});
