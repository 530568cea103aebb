import type { Realtime } from './realtime';

interface Sender {
  readonly turn: () => void;
  readonly retry: () => void;
  readonly stop: () => void;
}

/** Lets a sender look again whenever there may be a network. Returns what stops it. */
export function runSender(realtime: Realtime, { turn, retry, stop }: Sender): () => void {
  const onSeen = () => {
    if (document.visibilityState === 'visible') retry();
  };
  const stopLive = realtime.onStatus(() => {
    if (realtime.connected) retry();
  });
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', onSeen);
  turn();
  return () => {
    stop();
    stopLive();
    window.removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', onSeen);
  };
}
