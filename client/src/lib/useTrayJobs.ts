import { useState } from 'react';

interface Job {
  readonly id: string;
  readonly version: number;
}

interface TrayOptions<Each> {
  readonly all: readonly Each[] | undefined;
  readonly isOpen: (each: Each) => boolean;
  /** The one whose page is open: it counts as seen. */
  readonly onPage: string | undefined;
  /** The numbers of its page, which can be newer than those of its summary: both places show the newer ones. */
  readonly ofPage: Each | undefined;
}

/** The running ones, and those that have ended since this page was opened and have not been seen. */
export function useTrayJobs<Each extends Job>({ all: listed = [], isOpen, onPage, ofPage }: TrayOptions<Each>) {
  const all = listed.map((each) => (ofPage?.id === each.id && ofPage.version > each.version ? ofPage : each));
  const running = all.filter(isOpen);
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const fresh = running.filter(({ id }) => !followed.includes(id)).map(({ id }) => id);
  const seen = followed.filter((id) => id === onPage && !running.some((each) => each.id === id));
  if (fresh.length > 0 || seen.length > 0) setFollowed([...followed, ...fresh].filter((id) => !seen.includes(id)));

  return {
    running,
    shown: all.filter((each) => isOpen(each) || (followed.includes(each.id) && each.id !== onPage)),
    /** Removes those that have ended. */
    forget: () => setFollowed(running.map(({ id }) => id)),
  };
}
