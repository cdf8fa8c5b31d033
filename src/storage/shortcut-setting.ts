import { readText, writeText } from './safe-storage.ts';

const KEY = 'single_key_shortcuts';
const OFF = 'off';

/** Whether single-key shortcuts are enabled in this browser. Enabled by default. */
export const shortcutSetting = {
  isEnabled: (): boolean => readText('localStorage', KEY) !== OFF,
  setEnabled: (enabled: boolean): void => writeText('localStorage', KEY, enabled ? null : OFF),
};
