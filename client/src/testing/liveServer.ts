import { expect } from 'vitest';

import * as schemas from '~/api/generated/liveEvents';
import type { OpenSocket, RealtimeSocket } from '~/realtime/realtime';

interface Asked {
  readonly event: string;
  readonly payload: unknown;
}

/** The other end of the live connection: pushes, answers, goes away and comes back. */
export function createLiveServer() {
  const handlers = new Map<string, ((payload: unknown) => void)[]>();
  const answers = new Map<string, (payload: unknown) => unknown>();
  const asked: Asked[] = [];
  const handshakes: (string | null)[] = [];
  let token: () => string | null = () => null;
  let connected = false;
  let active = false;
  let refusing: string | null = null;
  let quietMs = 0;
  // What is pushed before the first connection reaches the client with it: a page is seen before it has connected.
  let early: (() => void)[] | null = [];

  const emit = (event: string, payload?: unknown): void => {
    for (const handler of handlers.get(event) ?? []) handler(payload);
  };
  /** The claims of a session whose ends lie too far away to matter. */
  const state = () => {
    const now = new Date().toISOString();
    const later = new Date(Date.now() + 86_400_000).toISOString();
    return { expiresAt: later, idleExpiresAt: later, absoluteExpiresAt: later, serverTime: now, version: 1, quietMs };
  };
  const greet = (): void => {
    emit('connect');
    if (token() !== null) emit('session:state', state());
    const waiting = early ?? [];
    early = null;
    for (const pushIt of waiting) pushIt();
  };
  const push = (event: string, payload?: unknown): void => {
    if (early === null) emit(event, payload);
    else early.push(() => emit(event, payload));
  };
  const lose = (goesOnTrying: boolean): void => {
    active = goesOnTrying;
    connected = false;
    emit('disconnect', goesOnTrying ? 'transport close' : 'io server disconnect');
  };

  const socket: RealtimeSocket = {
    get connected() {
      return connected;
    },
    get active() {
      return active;
    },
    connect() {
      handshakes.push(token());
      active = refusing === null;
      connected = refusing === null;
      if (refusing === null) greet();
      else emit('connect_error', Object.assign(new Error(refusing), { data: { ok: false, code: refusing } }));
    },
    disconnect() {
      if (connected) lose(false);
      active = false;
    },
    reconnect() {
      socket.disconnect();
      socket.connect();
    },
    on(event, handler) {
      handlers.set(event, [...(handlers.get(event) ?? []), handler]);
    },
    timeout: () => ({
      emitWithAck: (event, payload) => {
        asked.push({ event, payload });
        return Promise.resolve(answers.get(event)?.(payload) ?? { ok: true });
      },
    }),
  };

  const open: OpenSocket = (tokenOfNow) => {
    token = tokenOfNow;
    return Promise.resolve({ socket, schemas });
  };

  return {
    open,
    /** Until the client has connected, before which it hears nothing: a page may be seen earlier. */
    connected: () => expect.poll(() => connected).toBe(true),
    /** The tokens presented, in order. */
    handshakes,
    /** What the client has asked, in order. */
    asked,
    push,
    answer: (event: string, answer: (payload: unknown) => unknown) => void answers.set(event, answer),
    refuse: (refuses: boolean, code = 'not_signed_in') => {
      refusing = refuses ? code : null;
    },
    /** The network goes: the client tries by itself, and gets nowhere until `comeBack`. */
    goAway: () => {
      lose(true);
    },
    comeBack: () => {
      connected = true;
      greet();
    },
    /** How long nothing was published, for the next connection. */
    beQuiet: (milliseconds: number) => {
      quietMs = milliseconds;
    },
    /** The server closes the connection: the client does not try by itself. */
    close: () => {
      lose(false);
    },
  };
}
