import type { Requests } from './events';
import { whenGone } from './locks';
import type { OwnSocket } from './ownSocket';
import { refusalCode } from './refusal';

/** What a tab says to the worker. `line` names the connection that it wants; `call` changes whenever that is another. */
export type FromTab =
  | { readonly kind: 'hello'; readonly lock: string }
  | { readonly kind: 'dial'; readonly call: number; readonly line: string; readonly token: string | null }
  | { readonly kind: 'reconnect'; readonly token: string | null }
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'ask'; readonly id: number; readonly event: string; readonly payload: unknown; readonly within: number };

/** What the worker says to a tab. */
export type ToTab =
  | { readonly kind: 'ready'; readonly lock: string }
  | {
      readonly kind: 'event';
      readonly call: number;
      readonly name: string;
      readonly payload: unknown;
      readonly connected: boolean;
      readonly active: boolean;
    }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'unanswered'; readonly id: number };

/** All tabs find the network back at the same moment: one of them is enough. */
const RECONNECT_ONCE_IN = 1_000;

interface Tab {
  readonly port: MessagePort;
  call: number;
  line: Line | null;
}

type Line = ReturnType<typeof createLine>;
type Ask = Extract<FromTab, { kind: 'ask' }>;

/** One connection and the tabs that are on it. */
function createLine(open: (token: () => string | null) => OwnSocket) {
  const tabs = new Set<Tab>();
  const watchers = new Map<string, Set<Tab>>();
  let token: string | null = null;
  let presented: { readonly token: string; readonly answer: Promise<unknown> } | null = null;
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  const socket = open(() => token);

  const tellOne = ({ port, call }: Tab, name: string, payload?: unknown): void => {
    const message: ToTab = { kind: 'event', call, name, payload, connected: socket.connected, active: socket.active };
    port.postMessage(message);
  };
  const tell = (name: string, payload?: unknown): void => {
    for (const tab of tabs) tellOne(tab, name, payload);
  };
  socket.on('connect', () => {
    tell('connect');
  });
  socket.on('disconnect', () => {
    watchers.clear();
    presented = null;
    tell('disconnect');
  });
  socket.on('connect_error', (error) => {
    // An error that is posted loses what it carries.
    tell('connect_error', { data: { code: refusalCode(error) } });
  });
  socket.onAny(tell);

  /** Every tab presents the token that one has refreshed. */
  const present = (fresh: string, send: () => Promise<unknown>): Promise<unknown> => {
    token = fresh;
    if (presented?.token !== fresh) presented = { token: fresh, answer: send() };
    return presented.answer;
  };

  /** True when somebody else still watches. */
  const stopWatching = (tab: Tab, importId: string): boolean => {
    const watching = watchers.get(importId);
    watching?.delete(tab);
    if (watching === undefined || watching.size > 0) return watching !== undefined;
    watchers.delete(importId);
    return false;
  };

  return {
    join(tab: Tab, given: string | null): void {
      tabs.add(tab);
      token = given;
      if (socket.connected) tellOne(tab, 'connect');
      else if (!socket.active) socket.connect();
    },

    reconnect(given: string | null): void {
      token = given;
      const now = performance.now();
      if (now - reconnectedAt < RECONNECT_ONCE_IN) return;
      reconnectedAt = now;
      socket.reconnect();
    },

    /** True when nobody is left, and the connection has been let go. */
    leave(tab: Tab): boolean {
      tabs.delete(tab);
      for (const [importId, watching] of watchers) {
        if (!watching.has(tab) || stopWatching(tab, importId) || !socket.connected) continue;
        const request: Requests['import:unwatch'] = { importId };
        socket.timeout(RECONNECT_ONCE_IN).emitWithAck('import:unwatch', request).catch(() => undefined);
      }
      if (tabs.size > 0) return false;
      socket.disconnect();
      return true;
    },

    ask(tab: Tab, { event, payload, within }: Ask): Promise<unknown> {
      const send = () => socket.timeout(within).emitWithAck(event, payload);
      if (event === 'session:authenticate') return present((payload as Requests[typeof event]).token, send);
      if (event !== 'import:watch' && event !== 'import:unwatch') return send();
      const { importId } = payload as Requests[typeof event];
      if (event === 'import:unwatch') return stopWatching(tab, importId) ? Promise.resolve({ ok: true }) : send();
      watchers.set(importId, (watchers.get(importId) ?? new Set()).add(tab));
      return send();
    },
  };
}

/**
 * Lets the tabs of one browser share connections: those that name the same line are on the same one, which stands while
 * any of them is there. Returns how a tab is plugged in, by its port.
 */
export function createSwitchboard(open: (token: () => string | null) => OwnSocket, lock: Promise<string>): (port: MessagePort) => void {
  const lines = new Map<string, Line>();

  const leave = (tab: Tab): void => {
    const left = tab.line;
    tab.line = null;
    if (left?.leave(tab) !== true) return;
    for (const [name, line] of lines) if (line === left) lines.delete(name);
  };

  const join = (tab: Tab, name: string, token: string | null): void => {
    const line = lines.get(name) ?? createLine(open);
    lines.set(name, line);
    if (tab.line !== line) leave(tab);
    tab.line = line;
    line.join(tab, token);
  };

  const answer = (tab: Tab, question: Ask): void => {
    const say = (message: ToTab): void => {
      tab.port.postMessage(message);
    };
    const { id } = question;
    const asked = tab.line === null ? Promise.reject(new Error('There is no connection.')) : tab.line.ask(tab, question);
    asked.then(
      (told) => {
        say({ kind: 'answer', id, answer: told });
      },
      () => {
        say({ kind: 'unanswered', id });
      },
    );
  };

  const hear = (tab: Tab, message: FromTab): void => {
    if (message.kind === 'hello') {
      whenGone(message.lock, () => {
        leave(tab);
      });
    } else if (message.kind === 'disconnect') leave(tab);
    else if (message.kind === 'ask') answer(tab, message);
    else if (message.kind === 'reconnect') tab.line?.reconnect(message.token);
    else {
      tab.call = message.call;
      join(tab, message.line, message.token);
    }
  };

  return (port) => {
    const tab: Tab = { port, call: 0, line: null };
    port.onmessage = ({ data }: MessageEvent<FromTab>) => {
      hear(tab, data);
    };
    void lock.then((name) => {
      const ready: ToTab = { kind: 'ready', lock: name };
      port.postMessage(ready);
    });
  };
}
