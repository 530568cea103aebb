/** Makes a channel between the tabs of this browser: what one tells, all others hear. A tab can tell only while it hears. */
export function openChannel(name: string) {
  let channel: BroadcastChannel | null = null;
  return {
    tell: (message: unknown): void => channel?.postMessage(message),
    /** Listens until the returned function is called. */
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
