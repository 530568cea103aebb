import { type Answer, isProblem, type Problem } from '~/api/problem';
import { isUnsent, type Sheet } from '~/api/sheets/slice';
import type { SheetAnswer } from '~/api/training';

/** Taps that follow each other within it make one sheet. */
const SETTLES_WITHIN = 1_500;
const FIRST_RETRY = 5_000;
const LONGEST_RETRY = 60_000;
const SERVER_ERROR = 500;

interface Sender {
  /** The unsent sheets of the account, the first ones first. */
  readonly sheets: () => readonly Sheet[];
  readonly send: (sheet: Sheet) => PromiseLike<Answer<SheetAnswer>>;
  readonly onClosed: (sheet: Sheet) => void;
  readonly onTaken: (sheet: Sheet, answer: SheetAnswer) => Promise<void>;
  /** No answer has come: the sheet is sent again as it is. */
  readonly onFailed: (sheet: Sheet) => void;
  readonly onRefused: (sheet: Sheet, problem: Problem) => void;
}

/** Whether the server may take the same sheet later. */
function isPassing(error: unknown): boolean {
  if (!isProblem(error)) return true;
  const { status, code } = error;
  return status === 0 || status === 401 || status === 429 || status >= SERVER_ERROR || code === 'locked';
}

/**
 * Sends sheets one at a time, those of a session in their order. One that got no answer is sent again, never made anew:
 * the server counts it once. A refused one stops those that follow it in its session.
 */
export function startSending({ sheets, send, onClosed, onTaken, onFailed, onRefused }: Sender) {
  const failures = new Map<string, { readonly count: number; readonly until: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isOver = false;

  const waitOf = (sheet: Sheet): number => {
    const until = failures.get(sheet.id)?.until ?? (sheet.isClosed ? 0 : sheet.changedAt + SETTLES_WITHIN);
    return Math.min(Math.max(until - Date.now(), 0), LONGEST_RETRY);
  };

  const sendOne = async (sheet: Sheet): Promise<void> => {
    onClosed(sheet);
    const { data, error } = await send(sheet);
    if (isOver) return;
    if (data !== undefined) {
      failures.delete(sheet.id);
      await onTaken(sheet, data);
    } else if (isPassing(error)) {
      const count = (failures.get(sheet.id)?.count ?? 0) + 1;
      failures.set(sheet.id, { count, until: Date.now() + Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (count - 1)) });
      onFailed(sheet);
    } else onRefused(sheet, error as Problem);
  };

  const turn = async (): Promise<void> => {
    clearTimeout(timer);
    if (isBusy || isOver || !navigator.onLine) return;
    const heads = new Map(sheets().filter(isUnsent).toReversed().map((sheet) => [sheet.sessionId, sheet]));
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
