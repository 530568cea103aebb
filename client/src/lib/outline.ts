/** Parts of the page that are still being drawn. */
let holders = 0;
let uncover: (() => void) | null = null;
let uncovered: Promise<void> = Promise.resolve();

function look(): void {
  if (holders === 0) uncover?.();
}

/**
 * Keeps the outline that stands in `root` on screen, and returns the element to draw the page in, which is out of sight. It
 * takes the place of `root` once nothing holds the outline any longer.
 */
export function drawBehind(root: HTMLElement): HTMLElement {
  const page = document.createElement('div');
  page.hidden = true;
  root.after(page);
  uncovered = new Promise((resolve) => {
    uncover = () => {
      uncover = null;
      page.id = root.id;
      page.hidden = false;
      root.replaceWith(page);
      resolve();
    };
  });
  return page;
}

export function isBehindOutline(): boolean {
  return uncover !== null;
}

/** Waits until the page itself is on screen. */
export function whenUncovered(): Promise<void> {
  return uncovered;
}

/** Keeps the outline until the returned function is called, and longer if another part then holds it at once. */
export function holdOutline(): () => void {
  let held = true;
  holders += 1;
  return () => {
    if (!held) return;
    held = false;
    holders -= 1;
    queueMicrotask(look);
  };
}
