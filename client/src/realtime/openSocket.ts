import { loadChunk } from '~/lib/loadChunk';

import type { OpenSocket } from './realtime';

/** This tab's connection and the schemas of what it brings, loaded when they are first wanted. */
export const openSocket: OpenSocket = async (token) => {
  const [{ ioSocket }, schemas] = await Promise.all([loadChunk(() => import('./ioSocket')), loadChunk(() => import('~/api/generated/liveEvents'))]);
  return { socket: ioSocket(token), schemas };
};
