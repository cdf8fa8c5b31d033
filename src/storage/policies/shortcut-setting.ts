import { safeLocalStorage } from '../web-storage.ts';

const KEY = 'single_key_shortcuts';
const OFF = 'off';

/** Whether single-key shortcuts are enabled in this browser. Enabled by default. */
export const shortcutSetting = {
  isEnabled: (): boolean => safeLocalStorage.read(KEY) !== OFF,
  setEnabled(enabled: boolean): void {
    if (enabled) safeLocalStorage.remove(KEY);
    else safeLocalStorage.write(KEY, OFF);
  },
};
