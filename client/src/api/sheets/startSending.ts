import { type Answer, isProblem, type Problem } from '../problem';
import type { Refusal } from './slice';

/** Taps that follow each other within it make one sheet. */
const SETTLES_WITHIN = 1_500;
const FIRST_RETRY = 5_000;
const LONGEST_RETRY = 60_000;
const SERVER_ERROR = 500;

export interface Sendable {
  readonly id: string;
  readonly changedAt: number;
  /** It waits for no more taps. */
  readonly isClosed: boolean;
  readonly refusal: Refusal | null;
}

interface Sender<Work extends Sendable, Taken> {
  /** What the account has not sent, the first ones first. */
  readonly unsent: () => readonly Work[];
  /** What is sent in its order: what follows a refused one of the same queue waits. */
  readonly queueOf: (work: Work) => string;
  readonly send: (work: Work) => PromiseLike<Answer<Taken>>;
  readonly onClosed?: (work: Work) => void;
  readonly onTaken: (work: Work, answer: Taken) => Promise<void> | void;
  /** No answer has come: it is sent again as it is. */
  readonly onFailed: (work: Work) => void;
  readonly onRefused: (work: Work, problem: Problem) => void;
}

/** Whether the server may take the same sheet later. */
function isPassing(error: unknown): boolean {
  if (!isProblem(error)) return true;
  const { status, code } = error;
  return status === 0 || status === 401 || status === 429 || status >= SERVER_ERROR || code === 'locked';
}

/** Sends one at a time. What got no answer is sent again, never made anew: the server counts it once. */
export function startSending<Work extends Sendable, Taken>({ unsent, queueOf, send, onClosed, onTaken, onFailed, onRefused }: Sender<Work, Taken>) {
  const failures = new Map<string, { readonly count: number; readonly until: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isOver = false;

  const waitOf = (work: Work): number => {
    const until = failures.get(work.id)?.until ?? (work.isClosed ? 0 : work.changedAt + SETTLES_WITHIN);
    return Math.min(Math.max(until - Date.now(), 0), LONGEST_RETRY);
  };

  const sendOne = async (work: Work): Promise<void> => {
    onClosed?.(work);
    const { data, error } = await send(work);
    if (isOver) return;
    if (data !== undefined) {
      failures.delete(work.id);
      await onTaken(work, data);
    } else if (isPassing(error)) {
      const count = (failures.get(work.id)?.count ?? 0) + 1;
      failures.set(work.id, { count, until: Date.now() + Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (count - 1)) });
      onFailed(work);
    } else onRefused(work, error as Problem);
  };

  const turn = async (): Promise<void> => {
    clearTimeout(timer);
    if (isBusy || isOver || !navigator.onLine) return;
    const heads = new Map(unsent().toReversed().map((work) => [queueOf(work), work]));
    const ready = [...heads.values()].filter(({ refusal }) => refusal === null);
    const [next] = ready.sort((a, b) => waitOf(a) - waitOf(b));
    if (next === undefined) return;
    const wait = waitOf(next);
    if (wait > 0) {
      timer = setTimeout(() => void turn(), wait);
      return;
    }
    isBusy = true;
    await sendOne(next);
    isBusy = false;
    await turn();
  };

  return {
    /** Looks whether there is something to be sent. */
    turn: () => void turn(),
    /** There may be a network again. */
    retry: () => {
      for (const [id, { count }] of failures) failures.set(id, { count, until: 0 });
      void turn();
    },
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
