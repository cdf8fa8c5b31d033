/**
 * Returns happy-dom's window, or `null` in a test that runs without a DOM. Vitest redefines
 * `document.defaultView` as the global object; the getter of the prototype still returns the window.
 */
export function domWindow(): (Window & typeof globalThis) | null {
  if (typeof document === 'undefined') return null;
  return Reflect.get(Object.getPrototypeOf(document), 'defaultView', document);
}
