import { readItem, removeItem, writeItem } from '~/lib/storage';

const KEY = 'ssoReturnPath';

/** Keeps where the visitor came from while the browser is at the company's provider. */
export function keepReturnPath(from: string | null): void {
  if (from === null) removeItem('sessionStorage', KEY);
  else writeItem('sessionStorage', KEY, from);
}

export function readReturnPath(): string | null {
  return readItem('sessionStorage', KEY);
}
