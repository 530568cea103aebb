/** The state of work in the background, as it is fetched and as it is pushed. */
interface Versioned {
  readonly version: number;
}

interface Page<State> {
  readonly data: State[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

type Identified = Versioned & { readonly id: string };

/** The newer of two states; of two equal versions the one received last. */
export function newer<State extends Versioned>(held: State, pushed: State): State {
  return pushed.version < held.version ? held : pushed;
}

/** A refetched page. The answer may be older than events that were pushed meanwhile. */
export function withKnown<State extends Identified, P extends Page<State>>(held: P, fetched: P): P {
  const known = new Map(held.data.map((each) => [each.id, each]));
  return { ...fetched, data: fetched.data.map((each) => newer(known.get(each.id) ?? each, each)) };
}

interface Placing<State> {
  /** When it began: the newest is first. */
  readonly begunAt: (state: State) => string;
  /** A filtered page keeps what it has. */
  readonly isFiltered: boolean;
}

/** A page with a pushed state: in place, or on top of the first page when it is new. Undefined where nothing changes. */
export function withPushed<State extends Identified, P extends Page<State>>(page: P, pushed: State, { begunAt, isFiltered }: Placing<State>): P | undefined {
  const held = page.data.find(({ id }) => id === pushed.id);
  if (held !== undefined) {
    if (newer(held, pushed) === held) return undefined;
    return { ...page, data: page.data.map((each) => (each.id === pushed.id ? pushed : each)) };
  }
  const newest = page.data[0];
  if (isFiltered || page.page !== 1 || (newest !== undefined && begunAt(newest) > begunAt(pushed))) return undefined;
  return { ...page, total: page.total + 1, data: [pushed, ...page.data].slice(0, page.pageSize) };
}
