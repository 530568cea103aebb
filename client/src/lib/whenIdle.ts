const AT_THE_LATEST = 2_000;

/** Waits until the browser has nothing else to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => { resolve(); }, { timeout: AT_THE_LATEST });
    else setTimeout(resolve);
  });
}
