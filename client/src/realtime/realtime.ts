import type * as schemas from '~/api/generated/liveEvents';
import type { Answer, EventName, EventPayload, RequestName, RequestPayload } from '~/api/generated/liveEvents';
import { storedAccessToken } from '~/api/session/storage';

/** Why the server refused a handshake; undefined when it was not the server that did. */
export function refusalCode(error: unknown): string | undefined {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The part of a Socket.IO client that is used here. */
export interface RealtimeSocket {
  readonly connected: boolean;
  /** Whether it reconnects by itself; false after a refusal and after the server has closed it. */
  readonly active: boolean;
  connect(): unknown;
  disconnect(): unknown;
  /** Opens a new connection, even if the current one looks alive. */
  reconnect(): void;
  on(event: string, handler: (payload: unknown) => void): unknown;
  timeout(milliseconds: number): { emitWithAck(event: string, payload: unknown): Promise<unknown> };
}

/** A socket with what reads its messages, which comes with it: no page needs either to show itself. */
export interface OpenedSocket {
  readonly socket: RealtimeSocket;
  readonly schemas: Pick<typeof schemas, 'events' | 'answers'>;
}

export type OpenSocket = (token: () => string | null) => Promise<OpenedSocket>;

type Stop = () => void;

export type Realtime = ReturnType<typeof createRealtime>;

const ANSWER_WITHIN = 8_000;
const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 30_000;
const FLOW_OVER = 'flow_expired';
const NOT_SIGNED_IN = 'not_signed_in';

/** Subscribers of one kind, called in the order in which they came. */
function subscribers<Payload>() {
  const handlers = new Set<(payload: Payload) => void>();
  return {
    notify: (payload: Payload) => {
      for (const handler of [...handlers]) handler(payload);
    },
    add: (handler: (payload: Payload) => void): Stop => {
      // Wrapped, so that one function may be subscribed twice.
      const entry = (payload: Payload) => handler(payload);
      handlers.add(entry);
      return () => void handlers.delete(entry);
    },
  };
}

/** The live connection as this tab sees it. */
export function createRealtime(open: OpenSocket) {
  const events = subscribers<{ name: EventName; payload: unknown }>();
  const status = subscribers<undefined>();
  const flowOver = subscribers<undefined>();
  const notSignedIn = subscribers<undefined>();
  const standing = subscribers<number>();
  let quietSince: number | null = null;
  let isFirst = true;
  let line: OpenedSocket | null = null;
  let opening: Promise<OpenedSocket> | null = null;
  let holders = 0;
  let retryAfter = FIRST_RETRY;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const isConnected = (): boolean => line?.socket.connected === true;

  const connect = (): void => {
    clearTimeout(retry);
    if (holders === 0) return;
    opening ??= open(storedAccessToken).then((opened) => {
      line = opened;
      listen(opened);
      return opened;
    });
    void opening.then(
      ({ socket }) => {
        if (holders > 0 && !socket.active) socket.connect();
      },
      // Its chunk could not be loaded: tried again like a lost connection.
      () => {
        opening = null;
        retryLater();
      },
    );
  };

  /** Reconnects at once. */
  const renew = (): void => {
    clearTimeout(retry);
    retryAfter = FIRST_RETRY;
    if (holders > 0) line?.socket.reconnect();
  };
  const onVisible = (): void => {
    if (document.visibilityState === 'visible' && !isConnected()) renew();
  };

  const retryLater = (): void => {
    clearTimeout(retry);
    if (holders === 0) return;
    retry = setTimeout(connect, retryAfter);
    retryAfter = Math.min(retryAfter * 2, LONGEST_RETRY);
  };

  /** Counts for the first attempt alone: after a loss everything is brought up to date, as events can be lost. */
  const stand = (quietMs: number): void => {
    quietSince = quietMs > 0 && isFirst ? performance.now() - quietMs : Number.POSITIVE_INFINITY;
    isFirst = false;
    standing.notify(quietSince);
  };

  const listen = ({ socket, schemas }: OpenedSocket): void => {
    const onLoss = (): void => {
      quietSince = null;
      isFirst = false;
      status.notify(undefined);
      if (!socket.active) retryLater();
    };
    socket.on('connect', () => {
      retryAfter = FIRST_RETRY;
      quietSince = null;
      status.notify(undefined);
      // A flow's connection says nothing of this.
      if (storedAccessToken() === null) stand(0);
    });
    socket.on('disconnect', onLoss);
    socket.on('connect_error', (error) => {
      const code = refusalCode(error);
      if (code !== FLOW_OVER) {
        onLoss();
        if (code === NOT_SIGNED_IN) notSignedIn.notify(undefined);
        return;
      }
      clearTimeout(retry);
      status.notify(undefined);
      flowOver.notify(undefined);
    });
    for (const [name, schema] of Object.entries(schemas.events)) {
      socket.on(name, (message) => {
        const parsed = schema.safeParse(message);
        if (name === 'session:state' && parsed.success && quietSince === null) stand((parsed.data as EventPayload<'session:state'>).quietMs ?? 0);
        if (parsed.success) events.notify({ name: name as EventName, payload: parsed.data });
        else console.warn(`An event ${name} cannot be read.`, parsed.error.issues);
      });
    }
  };

  /** Sends and waits for the acknowledgement. Rejects when there is no connection, no answer, or a refusal. */
  const ask = async <Name extends RequestName>(event: Name, payload: RequestPayload<Name>): Promise<Answer<Name>> => {
    if (line?.socket.connected !== true) throw new Error('There is no connection.');
    const { socket, schemas } = line;
    const answer = schemas.answers[event].parse(await socket.timeout(ANSWER_WITHIN).emitWithAck(event, payload));
    if (!answer.ok) throw new Error(answer.message);
    return answer as Answer<Name>;
  };

  return {
    get connected() {
      return isConnected();
    },
    /**
     * The moment since which nothing was missed, by `performance.now()`: what was fetched later is up to date. Infinite
     * where that is not known, null without a connection.
     */
    get quietSince() {
      return quietSince;
    },
    /** Keeps the connection up until the returned function is called. */
    hold(): Stop {
      if (holders === 0) {
        // A connection from before the network went may look alive for most of a minute.
        window.addEventListener('online', renew);
        document.addEventListener('visibilitychange', onVisible);
      }
      holders += 1;
      connect();
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holders -= 1;
        if (holders > 0) return;
        window.removeEventListener('online', renew);
        document.removeEventListener('visibilitychange', onVisible);
        clearTimeout(retry);
        line?.socket.disconnect();
      };
    },
    on: <Name extends EventName>(event: Name, handler: (payload: EventPayload<Name>) => void): Stop =>
      events.add(({ name, payload }) => {
        // The payload was read by this event's own schema.
        if (name === event) handler(payload as EventPayload<Name>);
      }),
    /** At every change of `connected`. */
    onStatus: (handler: () => void) => status.add(handler),
    /** When there is a connection and `quietSince` is known. */
    onStanding: (handler: (quietSince: number) => void) => standing.add(handler),
    /** When the server reports that this connection's flow has ended: it does not reconnect by itself. */
    onFlowOver: (handler: () => void) => flowOver.add(handler),
    /** When the server reports that the presented token is not valid, or no longer. */
    onNotSignedIn: (handler: () => void) => notSignedIn.add(handler),
    ask,
    /** Presents the token now held: on the open connection, else by connecting with it. */
    authenticate(): void {
      const token = storedAccessToken();
      if (token === null || holders === 0) return;
      // Not accepted: a new handshake decides.
      if (isConnected()) ask('session:authenticate', { token }).catch(renew);
      else connect();
    },
  };
}
