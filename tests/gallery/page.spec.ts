import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  atomicStates,
  STATES_WITHOUT_SCREEN,
  screenTours,
} from '../e2e/screens/tours/screen-tours.ts';
import { COLOURS, GALLERY, readEntries } from './gallery.ts';
import { galleryPage, missingStates } from './gallery-page.ts';

test('the page of the gallery shows every state that has a screen', () => {
  const tours = screenTours.map(({ name }) => name);
  const entries = readEntries().filter(({ tour }) => tours.includes(tour));
  const data = { entries, states: atomicStates(), withoutScreen: STATES_WITHOUT_SCREEN };
  const path = join(GALLERY, 'index.html');
  writeFileSync(path, galleryPage(data));
  const missing = missingStates(data);
  const states = data.states.length - Object.keys(STATES_WITHOUT_SCREEN).length - missing.length;
  const pictures = entries.length * COLOURS.length * 2;
  process.stdout.write(
    `\n${path}: ${entries.length} screens in ${states} states, ${pictures} pictures\n`,
  );
  expect(missing, 'states that no screen of the gallery shows').toEqual([]);
});
