import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WINDOWS } from '../e2e/screens/tours/screen-tour.types.ts';

/** The folder of the gallery, which git ignores. */
export const GALLERY = 'reports/gallery';

/** The colours in which each screen is shown. In forced colours, the operating system chooses them all. */
export const COLOURS = ['light', 'dark', 'forced'] as const;

/** A screen that a tour has visited. */
export interface GalleryEntry {
  readonly screen: string;
  /** The states of the machine in which it shows; empty where the machine does not run. */
  readonly states: readonly string[];
  /** The title of the document. */
  readonly title: string;
  readonly tour: string;
}

interface Picture {
  readonly screen: string;
  readonly colours: (typeof COLOURS)[number];
  readonly width: keyof typeof WINDOWS;
}

/** Returns the name of the file of a picture. */
export function pictureName({ screen, colours, width }: Picture): string {
  return `${screen}-${colours}-${width}.png`;
}

/** Removes the screens of a tour that an earlier run has added. */
export function removeEntries(tour: string): void {
  for (const entry of readEntries()) {
    if (entry.tour === tour) rmSync(pathOf(entry.screen));
  }
}

/** Adds a screen to the gallery. Each has a file of its own, because several processes take the pictures. */
export function writeEntry(entry: GalleryEntry): void {
  mkdirSync(GALLERY, { recursive: true });
  writeFileSync(pathOf(entry.screen), JSON.stringify(entry));
}

/** Returns the screens of the gallery, by name. */
export function readEntries(): readonly GalleryEntry[] {
  mkdirSync(GALLERY, { recursive: true });
  return readdirSync(GALLERY)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(GALLERY, name), 'utf8')));
}

function pathOf(screen: string): string {
  return join(GALLERY, `${screen}.json`);
}
