import type { KeyboardEvent } from 'react';

/** A key that is still pressed since a dialog was opened does not confirm it. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
