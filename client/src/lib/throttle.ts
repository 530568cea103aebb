/** Calls `work` at once, then at most once every `pause` milliseconds; a call during the pause is made up for at its end. */
export function throttle(pause: number, work: () => void) {
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
    stop: (): void => clearTimeout(timer),
  };
}
