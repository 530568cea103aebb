import { holdForLife, whenGone } from './locks';
import type { RealtimeSocket } from './realtime';
import type { FromTab, ToTab } from './switchboard';

const STARTS_WITHIN = 3_000;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** The port to the worker that the first tab starts and all tabs share. Throws, or calls back, where there can be none. */
export type FindWorker = (onFailed: () => void) => MessagePort;

export const findWorker: FindWorker = (onFailed) => {
  const worker = new SharedWorker(new URL('./socketWorker.ts', import.meta.url), { type: 'module', name: 'waymark-live' });
  worker.onerror = onFailed;
  return worker.port;
};

interface Ends {
  readonly onMessage: (message: ToTab) => void;
  readonly onGone: () => void;
}

/** A port to the worker once it has answered. */
async function plugIn(find: FindWorker, { onMessage, onGone }: Ends): Promise<MessagePort> {
  const lock = `waymark-tab-${crypto.randomUUID()}`;
  await holdForLife(lock);
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      clearTimeout(deadline);
      reject(new Error('The worker does not start.'));
    };
    const deadline = setTimeout(fail, STARTS_WITHIN);
    const port = find(fail);
    port.onmessage = ({ data }: MessageEvent<ToTab>) => {
      if (data.kind !== 'ready') {
        onMessage(data);
        return;
      }
      clearTimeout(deadline);
      whenGone(data.lock, onGone);
      const hello: FromTab = { kind: 'hello', lock };
      port.postMessage(hello);
      resolve(port);
    };
  });
}

/** Asked at every attempt: the token, and the session that it is of; both null before there is one. */
export interface Credentials {
  readonly token: () => string | null;
  readonly session: () => string | null;
}

/**
 * This tab's share in the connection that a worker holds for all tabs. Rejects where there is no worker or it does not
 * start. A worker that dies later is a lost connection; the next attempt starts another one.
 */
export async function sharedSocket({ token, session }: Credentials, find: FindWorker = findWorker): Promise<RealtimeSocket> {
  // Before a token every tab may stand in a flow of its own.
  const ownLine = `tab ${crypto.randomUUID()}`;
  const handlers = new Map<string, ((payload: unknown) => void)[]>();
  const waiting = new Map<number, Waiting>();
  let port: MessagePort | null = null;
  let line = ownLine;
  let call = 0;
  let joined = false;
  let connected = false;
  let active = false;
  let asked = 0;

  const emit = (name: string, payload?: unknown): void => {
    for (const handler of handlers.get(name) ?? []) handler(payload);
  };
  const settle = (id: number): Waiting | undefined => {
    const settled = waiting.get(id);
    waiting.delete(id);
    return settled;
  };

  const ends: Ends = {
    onMessage(message) {
      if (message.kind === 'answer') settle(message.id)?.resolve(message.answer);
      else if (message.kind === 'unanswered') settle(message.id)?.reject(new Error('There was no answer.'));
      // What was on its way when this tab hung up or called anew was meant for whoever it was then.
      else if (message.kind === 'event' && joined && message.call === call) {
        ({ connected, active } = message);
        emit(message.name, message.payload);
      }
    },
    onGone() {
      port = null;
      connected = false;
      active = false;
      for (const id of [...waiting.keys()]) settle(id)?.reject(new Error('The worker is gone.'));
      if (joined) emit('disconnect');
    },
  };

  const nameLine = (): string => session() ?? ownLine;
  const dial = (): void => {
    line = nameLine();
    const message: FromTab = { kind: 'dial', call, line, token: token() };
    port?.postMessage(message);
  };
  const connect = (): void => {
    joined = true;
    active = true;
    call += 1;
    if (port !== null) {
      dial();
      return;
    }
    const mine = call;
    plugIn(find, ends).then(
      (found) => {
        port = found;
        if (joined) dial();
      },
      () => {
        if (mine !== call) return;
        active = false;
        emit('connect_error');
      },
    );
  };

  port = await plugIn(find, ends);
  return {
    get connected() {
      return connected;
    },
    get active() {
      return active;
    },
    connect,
    reconnect() {
      if (!joined || port === null || nameLine() !== line) {
        connect();
        return;
      }
      const message: FromTab = { kind: 'reconnect', token: token() };
      port.postMessage(message);
    },
    disconnect() {
      const stood = connected;
      joined = false;
      connected = false;
      active = false;
      const message: FromTab = { kind: 'disconnect' };
      port?.postMessage(message);
      if (stood) emit('disconnect');
    },
    on(event, handler) {
      handlers.set(event, [...(handlers.get(event) ?? []), handler]);
    },
    timeout: (within) => ({
      emitWithAck: (event, payload) =>
        new Promise((resolve, reject) => {
          if (port === null) {
            reject(new Error('The worker is gone.'));
            return;
          }
          asked += 1;
          waiting.set(asked, { resolve, reject });
          const message: FromTab = { kind: 'ask', id: asked, event, payload, within };
          port.postMessage(message);
        }),
    }),
  };
}
