/** Does the work at once, and while it is called again and again no more often than that; the last call counts. */
export function atMostEvery(pause: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let doneAt = Number.NEGATIVE_INFINITY;
  const run = (): void => {
    timer = undefined;
    doneAt = Date.now();
    work();
  };
  return {
    call: (): void => {
      timer ??= setTimeout(run, Math.max(0, doneAt + pause - Date.now()));
    },
    stop: (): void => {
      clearTimeout(timer);
    },
  };
}
