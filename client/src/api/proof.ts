import { useSyncExternalStore } from 'react';

/** The methods by which the user can prove who they are, while the server asks for it. */
let request: readonly string[] | null = null;
let waiting: ((proved: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[] | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Whether the user has proved it. Calls that ask at once share one dialog. */
export function askProof(methods: readonly string[]): Promise<boolean> {
  const settled = new Promise<boolean>((settle) => waiting.push(settle));
  if (request === null) change(methods);
  return settled;
}

export function settleProof(proved: boolean): void {
  const settled = waiting;
  waiting = [];
  change(null);
  for (const settle of settled) settle(proved);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useProofRequest(): readonly string[] | null {
  return useSyncExternalStore(subscribe, () => request);
}
