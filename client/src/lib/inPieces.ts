/** Waits for a task of its own, so that the browser draws and answers in between. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Evaluates modules one after the other, each in a task of its own, before a module that imports them all: together they
 * would hold a slow phone for half a second. One that cannot be loaded fails where it is needed.
 */
export async function inPieces(...loads: (() => Promise<unknown>)[]): Promise<void> {
  for (const load of loads) {
    await load().catch(() => undefined);
    await nextTask();
  }
}
