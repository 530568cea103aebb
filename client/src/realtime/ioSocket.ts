import { io } from 'socket.io-client';

import type { RealtimeSocket } from './realtime';

/**
 * WebSocket alone, so that any process may answer; the token is asked for at each attempt, so that a reconnect never
 * carries an old one. However long the network was away, the next attempt is less than five seconds off.
 */
export function ioSocket(token: () => string | null): RealtimeSocket {
  const socket = io(location.origin, {
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    auth: (give) => give({ token: token() }),
    reconnectionDelay: 500,
    reconnectionDelayMax: 3_000,
    timeout: 8_000,
  });
  return Object.assign(socket, {
    reconnect: () => {
      // An attempt that is under way needs no other.
      const engine = socket.io.engine as typeof socket.io.engine | undefined;
      if (engine?.readyState === 'opening') return;
      socket.disconnect().connect();
    },
  });
}
