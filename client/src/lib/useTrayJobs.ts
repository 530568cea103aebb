import { useState } from 'react';

interface Job {
  readonly id: string;
}

/**
 * The running ones, and those that have ended since this page was opened and have not been seen. One whose page is open
 * counts as seen.
 */
export function useTrayJobs<Each extends Job>(all: readonly Each[], isOpen: (each: Each) => boolean, onPage: string | undefined) {
  const running = all.filter(isOpen);
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const fresh = running.filter(({ id }) => !followed.includes(id)).map(({ id }) => id);
  const seen = followed.filter((id) => id === onPage && !running.some((each) => each.id === id));
  if (fresh.length > 0 || seen.length > 0) setFollowed([...followed, ...fresh].filter((id) => !seen.includes(id)));

  return {
    running,
    shown: all.filter((each) => isOpen(each) || (followed.includes(each.id) && each.id !== onPage)),
    forget: () => setFollowed(running.map(({ id }) => id)),
  };
}
