import { readClaims } from '~/api/session/claims';
import { tryChunk } from '~/lib/loadChunk';

import type { OpenSocket, RealtimeSocket } from './realtime';

/** One connection for all tabs where the browser allows it, else one of this tab's own. */
async function openBest(token: () => string | null): Promise<RealtimeSocket> {
  try {
    const { sharedSocket } = await tryChunk(() => import('./sharedSocket'));
    return await sharedSocket({ token, session: () => readClaims(token())?.sid ?? null });
  } catch {
    const { ownSocket } = await tryChunk(() => import('./ownSocket'));
    return ownSocket(token);
  }
}

/** The connection and the schemas of what it brings, loaded when they are first wanted. */
export const openSocket: OpenSocket = async (token) => {
  const [socket, schemas] = await Promise.all([openBest(token), tryChunk(() => import('./events'))]);
  return { socket, schemas };
};
