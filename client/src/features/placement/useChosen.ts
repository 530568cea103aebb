import { useState } from 'react';

interface Chosen {
  readonly id: string;
}

/** People who are chosen by their boxes, across pages. */
export function useChosen() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const isChosen = (id: string) => ids.has(id);
  const set = (changed: readonly string[], isOn: boolean) => setIds(isOn ? new Set([...ids, ...changed]) : new Set([...ids].filter((id) => !changed.includes(id))));
  const ofPage = (rows: readonly Chosen[]) => {
    const on = rows.filter(({ id }) => ids.has(id)).length;
    return on === 0 ? ('none' as const) : on === rows.length ? ('all' as const) : ('some' as const);
  };
  return {
    ids: [...ids],
    count: ids.size,
    isChosen,
    ofPage,
    toggle: (id: string) => set([id], !isChosen(id)),
    togglePage: (rows: readonly Chosen[]) => set(rows.map(({ id }) => id), ofPage(rows) !== 'all'),
    clear: () => setIds(new Set()),
  };
}
