/** The shared worker that holds the connections of all tabs of a browser. */
import { holdForLife } from './locks';
import { ownSocket } from './ownSocket';
import { createSwitchboard } from './switchboard';

const lock = `waymark-live-${crypto.randomUUID()}`;
const plugIn = createSwitchboard(ownSocket, holdForLife(lock).then(() => lock));

globalThis.addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0];
  if (port !== undefined) plugIn(port);
});
