import { useEffect, useState } from 'react';

import { useClaims } from '~/api/session/slice';
import { useAppDispatch } from '~/lib/dispatch';
import { useRealtime } from '~/realtime/extra';

import { rowsChanged } from '../api';

/** How long a row is marked. */
const MARKED_FOR = 8_000;

/** Who has just edited which rows; they are fetched, and marked for a while. */
export function useEditsOfOthers(importId: string) {
  const [marks, setMarks] = useState<Readonly<Record<number, string | undefined>>>({});
  const own = useClaims()?.userId;
  const realtime = useRealtime();
  const dispatch = useAppDispatch();

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const mark = (rows: readonly number[], name: string | undefined) => {
      setMarks((held) => ({ ...held, ...Object.fromEntries(rows.map((row) => [row, name])) }));
    };
    const stop = realtime.on('import:rows', ({ id, rows, by }) => {
      if (id !== importId || by.id === own) return;
      dispatch(rowsChanged(importId));
      mark(rows, by.fullName);
      const timer = setTimeout(() => {
        timers.delete(timer);
        mark(rows, undefined);
      }, MARKED_FOR);
      timers.add(timer);
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [dispatch, importId, own, realtime]);

  return (row: number): string | undefined => marks[row];
}
