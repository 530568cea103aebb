const CHANNEL = 'waymark-notifications';

let channel: BroadcastChannel | null = null;

/** Says in the other tabs of this browser that something was read here. */
export function tellRead(): void {
  channel?.postMessage('read');
}

/** Listens until the returned function is called. */
export function hearRead(onRead: () => void): () => void {
  const opened = new BroadcastChannel(CHANNEL);
  opened.onmessage = onRead;
  channel = opened;
  return () => {
    if (channel === opened) channel = null;
    opened.close();
  };
}
