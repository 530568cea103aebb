import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createLiveServer } from '~/testing/liveServer';
import { createLocks } from '~/testing/locks';

import { holdForLife } from './locks';
import { type FindWorker, sharedSocket } from './sharedSocket';
import { createSwitchboard } from './switchboard';

const ANNA = 'Anna: 1';
const BEN = 'Ben: 1';
const IMPORT = { importId: 'import-1' };

type LiveServer = ReturnType<typeof createLiveServer>;

let locks: ReturnType<typeof createLocks>;
const opened: MessagePort[] = [];

/** The worker of a browser, and a server for every connection that it opens. */
function createWorker(name = 'worker') {
  const servers: LiveServer[] = [];
  const plugIn = createSwitchboard(
    (token) => {
      const live = createLiveServer();
      servers.push(live);
      return live.openOwn(token);
    },
    holdForLife(name).then(() => name),
  );
  const find: FindWorker = () => {
    const { port1, port2 } = new MessageChannel();
    opened.push(port1, port2);
    plugIn(port2);
    return port1;
  };
  const server = (number = 0): LiveServer => {
    const found = servers[number];
    if (found === undefined) throw new Error('There is no such connection.');
    return found;
  };
  return { find, servers, server };
}

/** Whose session a token is of stands before the colon. */
function credentials(held: { readonly token: string | null }) {
  return { token: () => held.token, session: () => held.token?.split(':')[0] ?? null };
}

async function openTab(find: FindWorker, token: string | null = ANNA) {
  const held = { token };
  const socket = await sharedSocket(credentials(held), find);
  const heard: (readonly [string, unknown])[] = [];
  for (const name of ['connect', 'disconnect', 'session:ended', 'users:changed']) {
    socket.on(name, (payload) => heard.push([name, payload]));
  }
  const names = () => heard.map(([name]) => name);
  const connected = async () => {
    socket.connect();
    await vi.waitFor(() => {
      expect(socket.connected).toBe(true);
    });
  };
  const ask = (event: string, payload: unknown) => socket.timeout(1_000).emitWithAck(event, payload);
  return { socket, held, heard, names, connected, ask };
}

beforeEach(() => {
  locks = createLocks();
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
});

afterEach(() => {
  for (const port of opened.splice(0)) port.close();
  Reflect.deleteProperty(navigator, 'locks');
});

describe('tabs of one session', () => {
  it('why a handshake was refused reaches the tab', async () => {
    const { find, server } = createWorker();
    const tab = await openTab(find, null);
    const refused: unknown[] = [];
    tab.socket.on('connect_error', (error) => refused.push(error));
    await tab.connected();
    server().refuse(true, 'flow_expired');
    server().close();
    tab.socket.connect();
    await vi.waitFor(() => {
      expect(refused).toEqual([{ data: { code: 'flow_expired' } }]);
    });
  });

  it('are on one connection, which stands until the last has left', async () => {
    const { find, servers, server } = createWorker();
    const [first, second] = [await openTab(find), await openTab(find)];
    await first.connected();
    await second.connected();
    expect(servers).toHaveLength(1);
    expect(server().handshakes).toEqual([ANNA]);

    server().push('users:changed', { ids: ['a'] });
    for (const { heard } of [first, second]) {
      await vi.waitFor(() => {
        expect(heard).toContainEqual(['users:changed', { ids: ['a'] }]);
      });
    }
    first.socket.disconnect();
    expect(first.names().at(-1)).toBe('disconnect');
    await expect(second.ask('import:watch', IMPORT)).resolves.toEqual({ ok: true });
    second.socket.disconnect();
    const third = await openTab(find);
    await third.connected();
    expect(servers).toHaveLength(2);
  });

  it('present a fresh token once between them, and a reconnect carries it', async () => {
    const { find, server } = createWorker();
    const tabs = [await openTab(find), await openTab(find)];
    for (const { connected } of tabs) await connected();
    const fresh = 'Anna: 2';
    await Promise.all(tabs.map(({ ask }) => ask('session:authenticate', { token: fresh })));
    expect(server().asked).toEqual([{ event: 'session:authenticate', payload: { token: fresh } }]);

    for (const { held, socket } of tabs) {
      held.token = fresh;
      socket.reconnect();
    }
    await vi.waitFor(() => {
      for (const { names } of tabs) expect(names().slice(-2)).toEqual(['disconnect', 'connect']);
    });
    expect(server().handshakes).toEqual([ANNA, fresh]);
  });

  it('stop watching an import when the last of them does', async () => {
    const { find, server } = createWorker();
    const [first, second] = [await openTab(find), await openTab(find)];
    await first.connected();
    await second.connected();
    await first.ask('import:watch', IMPORT);
    await second.ask('import:watch', IMPORT);
    await expect(first.ask('import:unwatch', IMPORT)).resolves.toEqual({ ok: true });
    expect(server().asked.map(({ event }) => event)).toEqual(['import:watch', 'import:watch']);
    await second.ask('import:unwatch', IMPORT);
    expect(server().asked.at(-1)).toEqual({ event: 'import:unwatch', payload: IMPORT });
  });

  it('a tab that closes without a word leaves what only it had watched', async () => {
    const { find, server } = createWorker();
    const [first, second] = [await openTab(find), await openTab(find)];
    await first.connected();
    await second.connected();
    await first.ask('import:watch', IMPORT);
    locks.bury(locks.names('waymark-tab-')[0] ?? '');
    await vi.waitFor(() => {
      expect(server().asked.at(-1)).toEqual({ event: 'import:unwatch', payload: IMPORT });
    });
    expect(second.socket.connected).toBe(true);
  });

  it('learn that the server has closed the connection, and one of them opens it for all', async () => {
    const { find, server } = createWorker();
    const [first, second] = [await openTab(find), await openTab(find)];
    await first.connected();
    await second.connected();
    server().close();
    await vi.waitFor(() => {
      for (const { socket } of [first, second]) expect([socket.connected, socket.active]).toEqual([false, false]);
    });
    first.socket.connect();
    await vi.waitFor(() => {
      for (const { socket } of [first, second]) expect(socket.connected).toBe(true);
    });
    expect(server().handshakes).toHaveLength(2);
  });
});

describe('connections of their own', () => {
  it('have tabs of different sessions: what is said to one never reaches the other', async () => {
    const { find, server } = createWorker();
    const tab = await openTab(find);
    await tab.connected();
    tab.socket.disconnect();
    tab.held.token = BEN;
    const anna = await openTab(find);
    await anna.connected();
    tab.socket.connect();
    server(1).push('session:ended', { reason: 'logout' });
    await vi.waitFor(() => {
      expect(anna.names()).toContain('session:ended');
    });
    await vi.waitFor(() => {
      expect(tab.socket.connected).toBe(true);
    });
    expect(tab.names()).not.toContain('session:ended');
    expect(server(2).handshakes).toEqual([BEN]);
  });

  it('have tabs without a token: each may stand in a flow of its own', async () => {
    const { find, servers } = createWorker();
    for (const tab of [await openTab(find, null), await openTab(find, null)]) await tab.connected();
    expect(servers.map(({ handshakes }) => handshakes)).toEqual([[null], [null]]);
  });
});

describe('the worker', () => {
  it('that dies is a lost connection, and the next attempt starts another', async () => {
    const workers = [createWorker('first'), createWorker('second')];
    let worker = 0;
    const tab = await openTab((onFailed) => {
      const found = workers[worker];
      if (found === undefined) throw new Error('There are no more.');
      worker += 1;
      return found.find(onFailed);
    });
    await tab.connected();
    locks.bury('first');
    await vi.waitFor(() => {
      expect([tab.names().at(-1), tab.socket.connected, tab.socket.active]).toEqual(['disconnect', false, false]);
    });
    await tab.connected();
    expect(workers[1]?.server().handshakes).toEqual([ANNA]);
  });

  it.each([
    ['is refused by the browser', (onFailed: () => void) => { queueMicrotask(onFailed); return new MessageChannel().port1; }],
    ['does not exist', () => { throw new ReferenceError('SharedWorker is not defined'); }],
  ])('that %s is told at once', async (_why, find) => {
    await expect(sharedSocket(credentials({ token: ANNA }), find)).rejects.toThrow();
  });

  it('that says nothing is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const given = expect(sharedSocket(credentials({ token: ANNA }), () => new MessageChannel().port1)).rejects.toThrow('does not start');
    await vi.advanceTimersByTimeAsync(3_000);
    await given;
    vi.useRealTimers();
  });
});
