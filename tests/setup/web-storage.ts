import { domWindow } from './dom-window.ts';

// Node 25 and later define `localStorage` themselves, and Vitest keeps a global of Node's that happy-dom has, too.
const window = domWindow();
if (window !== null) {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    Object.defineProperty(globalThis, name, { configurable: true, get: () => window[name] });
  }
}
