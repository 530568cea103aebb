/** The page within its frame: what opens over it stays in its landmark. */
export function pageContent(): HTMLElement {
  return document.getElementById('content') ?? document.body;
}
