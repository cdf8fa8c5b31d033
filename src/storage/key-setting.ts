import { readText, writeText } from './safe-storage.ts';

const KEY = 'single_key_shortcuts';
const OFF = 'off';

/** Whether single keys do something on a page: they do, unless this browser's user switched them off. */
export const keySetting = {
  read: (): boolean => readText('localStorage', KEY) !== OFF,
  write: (on: boolean): void => writeText('localStorage', KEY, on ? null : OFF),
};
