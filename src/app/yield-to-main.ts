/**
 * Lets the browser paint and answer before the work goes on: what comes after is a task of its own.
 *
 * Not a timer, which would wait at least a millisecond and more in a tab that is not looked at.
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
