import { useSyncExternalStore } from 'react';

/** A call that the server takes only after a fresh proof of its user, by one of these methods. */
interface ProofRequest {
  readonly methods: readonly string[];
}

let request: ProofRequest | null = null;
let waiting: ((proved: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function change(next: ProofRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Whether the user has proved it. Calls that ask at once share one dialog. */
export function askProof(methods: readonly string[]): Promise<boolean> {
  const settled = new Promise<boolean>((settle) => waiting.push(settle));
  if (request === null) change({ methods });
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

/** The proof that is asked for now. */
export function useProofRequest(): ProofRequest | null {
  return useSyncExternalStore(subscribe, () => request);
}
