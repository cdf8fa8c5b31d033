/**
 * Resolves in a new task, so that the browser can paint and handle input in between. It uses no timer: timers
 * wait at least a millisecond, and much longer in a background tab.
 */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
