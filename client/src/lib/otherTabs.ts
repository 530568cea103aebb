/** Messages between the tabs of this browser. A message is heard in every tab but its own. */
export function openChannel(name: string) {
  let channel: BroadcastChannel | null = null;
  return {
    tell: (message: unknown): void => channel?.postMessage(message),
    /** Listens until the returned function is called, and as long messages can be sent. */
    hear: (onMessage: (message: unknown) => void): (() => void) => {
      const opened = new BroadcastChannel(name);
      opened.onmessage = (event: MessageEvent<unknown>) => onMessage(event.data);
      channel = opened;
      return () => {
        if (channel === opened) channel = null;
        opened.close();
      };
    },
  };
}
