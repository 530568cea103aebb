import { nextTask } from '~/lib/inPieces';

/** Where a browser paints later than this, the scripts do not wait for it. */
const AT_THE_LATEST = 3_000;

/** Waits for the first paint that shows something. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, AT_THE_LATEST);
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

/**
 * In a document with an outline: waits until it has been painted, and then asks for all scripts that the outline names,
 * each in a task of its own. Before, they would take the line and the processor from it.
 */
export async function afterOutline(): Promise<void> {
  const outline = document.querySelector<HTMLElement>('.outline');
  if (outline === null) return;
  // No paint comes in a tab in the background, nor where the outline is hidden (src/prerender/outline.ts).
  const shown = document.visibilityState === 'visible' && !document.documentElement.hasAttribute('data-without-outline');
  if (shown) await firstPaint();
  for (const href of outline.dataset['scripts']?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }));
    await nextTask();
  }
}
