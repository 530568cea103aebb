import type { OpenSocket } from './realtime';

/**
 * socket.io-client and the schemas of what it brings, loaded when they are first wanted. WebSocket alone, so that any process may answer; the token is asked
 * for at each attempt, so that a reconnect never carries an old one.
 */
export const openSocket: OpenSocket = async (token) => {
  const [{ io }, schemas] = await Promise.all([import('socket.io-client'), import('./events')]);
  const socket = io(window.location.origin, {
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    auth: (give) => {
      give({ token: token() });
    },
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    timeout: 8_000,
  });
  return { socket, schemas };
};
