const PAUSE = 300;

/** Does the work after a pause at whose end nothing is busy. Returns what cancels it. */
export function whenQuiet(isBusy: () => boolean, work: () => void): () => void {
  const look = (): void => {
    if (isBusy()) timer = setTimeout(look, PAUSE);
    else work();
  };
  let timer = setTimeout(look, PAUSE);
  return () => {
    clearTimeout(timer);
  };
}
